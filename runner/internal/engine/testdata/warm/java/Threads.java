// served
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Threads {
  static final AtomicInteger total = new AtomicInteger();
  static final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 0);
  static synchronized void add(int k) { total.addAndGet(k); }
  public static void main(String[] args) throws Exception {
    local.set(local.get() + 1);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<Integer>> fs = new ArrayList<>();
    for (int i = 0; i < 20; i++) { final int k = i; fs.add(pool.submit(() -> { add(k); return k * k; })); }
    int s = 0; for (Future<Integer> f : fs) s += f.get();
    pool.shutdown();
    System.out.println(s + " " + total + " " + local.get());
    Thread late = new Thread(() -> { try { Thread.sleep(20); } catch (InterruptedException e) { } System.out.println("late"); });
    late.start();
  }
}
