// unfit: System.setProperty
public class Properties1 { public static void main(String[] args) { System.setProperty("x", "y"); } }
