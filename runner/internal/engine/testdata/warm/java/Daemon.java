// flagged, left
public class Daemon {
  public static void main(String[] args) { Thread t = new Thread(() -> { while (true) { try { Thread.sleep(1000); } catch (InterruptedException e) { } } }); t.setDaemon(true); t.start(); System.out.println("ok"); }
}
