// served
import java.io.*;

public class Redirect {
  public static void main(String[] args) throws IOException {
    PrintStream old = System.out;
    System.setOut(new PrintStream(new BufferedOutputStream(System.out, 1 << 16)));
    System.out.println("buffered");
    System.setErr(old); System.err.println("on stdout");
    System.setIn(new ByteArrayInputStream("7 8".getBytes()));
    System.out.println(System.in.read());
    System.out.flush();
  }
}
