// unfit: mentions java.lang.
public class Process1 { public static void main(String[] args) throws Exception { new ProcessBuilder("true").start(); } }
