// flagged
public class ThrowsInThread {
  public static void main(String[] args) throws Exception { Thread t = new Thread(() -> { throw new IllegalStateException(); }); t.start(); t.join(); System.out.println("ok"); }
}
