// served
import java.io.*;

public class Descriptors {
  public static void main(String[] args) throws IOException {
    FileInputStream in = new FileInputStream(FileDescriptor.in);
    byte[] b = new byte[1 << 16]; int n, t = 0, h = 0;
    while ((n = in.read(b)) > 0) { t += n; for (int i = 0; i < n; i++) h = h * 31 + b[i]; }
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    out.println(t + " " + h + " é " + in.available());
    BufferedWriter w = new BufferedWriter(new FileWriter(FileDescriptor.out)); w.write("written\n"); w.flush();
    in.close(); try { System.in.read(); } catch (IOException e) { System.out.println("closed"); }
    out.close();
  }
}
