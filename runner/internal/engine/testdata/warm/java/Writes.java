// unfit: java.io.PrintWriter.<init>
public class Writes { public static void main(String[] args) throws Exception { new java.io.PrintWriter("left-over.txt").close(); } }
