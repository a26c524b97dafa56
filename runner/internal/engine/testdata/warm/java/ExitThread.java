// served
import java.util.function.IntConsumer;

public class ExitThread {
  public static void main(String[] args) {
    System.out.println("main ends");
    IntConsumer quit = System::exit;
    new Thread(() -> { System.out.println("thread"); quit.accept(5); }).start();
  }
}
