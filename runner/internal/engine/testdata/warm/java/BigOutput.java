// served
import java.io.*;
import java.nio.charset.StandardCharsets;

public class BigOutput {
  public static void main(String[] args) throws IOException {
    byte[] all = System.in.readAllBytes();
    BufferedOutputStream out = new BufferedOutputStream(System.out);
    for (int i = 0; i < 5; i++) out.write(all);
    out.write("end\n".getBytes(StandardCharsets.UTF_8));
    out.flush();
    try { throw new IOException("trace"); } catch (IOException e) { if (all.length == 1) e.printStackTrace(); }
  }
}
