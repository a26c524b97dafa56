// served
public class Exits {
  public static void main(String[] args) throws Exception {
    try {
      System.out.println("before");
      if (System.in.read() == '3') System.exit(3);
      System.exit(260);
    } catch (Throwable t) { System.out.println("caught"); } finally { System.out.println("finally"); System.out.flush(); }
    System.out.println("after");
  }
}
