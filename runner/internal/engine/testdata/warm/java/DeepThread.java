// served
public class DeepThread implements Runnable {
  static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
  public void run() { System.out.println(depth(100000)); }
  public static void main(String[] args) throws Exception {
    System.out.println(depth(300000));
    Thread t = new Thread(null, new DeepThread(), "solve", 1 << 27); t.start(); t.join();
    new Thread(null, new DeepThread(), "", 1 << 28).start();
  }
}
