// served
import java.util.*;

public class Inner {
  static int made; int id = ++made;
  class Node { int v = id; Node next; }
  static Map<Integer, Long> memo = new HashMap<>();
  static long fib(int n) { if (n < 2) return n; Long k = memo.get(n); if (k != null) return k; long r = fib(n - 1) + fib(n - 2); memo.put(n, r); return r; }
  public static void main(String[] args) throws Exception {
    Inner i = new Inner(); Node a = i.new Node();
    System.out.println(made + " " + a.v + " " + memo.size() + " " + fib(80));
    Comparator<String> c = new Comparator<String>() { public int compare(String x, String y) { return y.compareTo(x); } };
    TreeSet<String> t = new TreeSet<>(c); t.addAll(Arrays.asList("a", "c", "b")); System.out.println(t + c.getClass().getName());
    Thread w = new Worker(); w.start(); w.join();
    try (AutoCloseable r = () -> System.out.println("closed")) { System.out.println("in"); }
  }
  static class Worker extends Thread { public void run() { System.out.println("worker " + isDaemon()); } }
}
