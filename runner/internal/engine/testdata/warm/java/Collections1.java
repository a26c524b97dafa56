// served
import java.math.*;
import java.text.DecimalFormat;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Collections1 {
  enum Color { RED, GREEN { int v() { return 2; } }; int v() { return 1; } }
  interface Shape { default String name() { return getClass().getSimpleName(); } }
  static class Dot implements Shape, Comparable<Dot> { int x; Dot(int x) { this.x = x; } public int compareTo(Dot o) { return Integer.compare(x, o.x); } public String toString() { return "Dot" + x; } }
  static <T extends Comparable<T>> T best(Collection<T> c) { return Collections.max(c); }
  public static void main(String[] args) {
    TreeMap<String, List<Integer>> m = new TreeMap<>();
    for (int i = 0; i < 30; i++) m.computeIfAbsent("k" + i % 4, k -> new ArrayList<>()).add(i * 7 % 11);
    System.out.println(m + " " + best(Arrays.asList(new Dot(3), new Dot(9))) + " " + new Dot(1).name());
    PriorityQueue<int[]> pq = new PriorityQueue<>((a, b) -> a[1] != b[1] ? a[1] - b[1] : a[0] - b[0]);
    for (int i = 0; i < 10; i++) pq.add(new int[] {i, i * i % 7});
    while (!pq.isEmpty()) System.out.print(Arrays.toString(pq.poll()));
    System.out.println(BigInteger.TWO.pow(100).mod(BigInteger.valueOf(1000007)) + " " + new BigDecimal("1.10").add(BigDecimal.ONE) + " " + Math.floorMod(-7, 3));
    for (Color c : Color.values()) switch (c) { case RED: System.out.print("r" + c.v()); break; default: System.out.println(c.name() + c.v()); }
    System.out.println(Stream.of("b", "a", "c").sorted(Comparator.reverseOrder()).collect(Collectors.toList()) + new DecimalFormat("0.00").format(2.5) + String.format("|%5d|%-5s|%05.1f|%x", 42, "ab", 3.14159, 255));
    BitSet bs = new BitSet(); bs.set(3); ArrayDeque<Integer> dq = new ArrayDeque<>(List.of(1, 2)); dq.addFirst(0);
    int[][] grid = new int[3][4]; long[] copy = new long[] {3, 1, 2}.clone(); Arrays.sort(copy); System.out.println(bs + "" + dq + grid[2].length + Arrays.toString(copy) + "x".repeat(3) + "a,b".split(",").length);
    Map<Object, Integer> h = new HashMap<>(); h.put("z", 1); h.put(5, 2); h.put(Arrays.asList(1), 3); System.out.println(h + " " + Objects.hash(1, 2) + " " + Optional.of(3).map(x -> x + 1).get());
    assert h.size() == 99 : "never";
    String text = "";
    text += 1 + 2.0f + 'c' + "d" + null + true; System.out.println(text + (Object) text.hashCode());
  }
}
