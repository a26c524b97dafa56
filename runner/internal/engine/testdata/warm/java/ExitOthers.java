// flagged, left
import java.util.concurrent.*;

public class ExitOthers {
  public static void main(String[] args) throws Exception { ExecutorService e = Executors.newFixedThreadPool(2); e.submit(() -> 1).get(); System.out.println("ok"); System.exit(0); }
}
