// served
import java.io.*;

public class Unflushed {
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out);
    out.println("never seen");
    System.out.print("seen é 漢 ");
    System.out.write('n'); System.out.write('o');
    for (int i = 0; i < 20000; i++) System.out.write('a' + i % 26);
  }
}
