// served
import java.util.*;

public class Records {
  record P(int x, int y) { P { if (x < 0) throw new IllegalArgumentException("neg"); } int sum() { return x + y; } }
  sealed interface S permits A, B { }
  record A(int v) implements S { }
  record B(String s) implements S { }
  public static void main(String[] args) {
    System.out.println(new P(1, 2) + " " + new P(1, 2).equals(new P(1, 2)) + " " + new P(3, 4).hashCode() + new P(1, 1).sum());
    try { new P(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e + e.getMessage()); }
    Object o = new B("q");
    if (o instanceof B b) System.out.println(b.s());
    var t = """
        text "block"
          here""";
    System.out.println(t + switch (args.length) { case 0 -> "none"; default -> { yield "some"; } });
    try { Object x = "s"; Integer i = (Integer) x; } catch (ClassCastException e) { System.out.println("cce"); }
    try { int[] a = new int[2]; a[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    try { System.out.println(1 / (args.length)); } catch (ArithmeticException e) { System.out.println(e); }
  }
}
