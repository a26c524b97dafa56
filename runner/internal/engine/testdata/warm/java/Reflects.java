// unfit: mentions java.lang.
public class Reflects { public static void main(String[] args) throws Exception { Class.forName("java.lang.Runtime").getMethod("getRuntime").invoke(null); } }
