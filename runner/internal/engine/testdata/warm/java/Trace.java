// flagged
public class Trace {
  public static void main(String[] args) { try { throw new RuntimeException("x"); } catch (RuntimeException e) { e.printStackTrace(); } System.out.println("ok"); }
}
