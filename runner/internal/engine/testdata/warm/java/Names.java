// unfit: Thread.getName
public class Names extends Thread { public void run() { System.out.println(getName()); } public static void main(String[] args) { new Names().start(); } }
