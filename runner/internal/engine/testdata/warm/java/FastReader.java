// served
import java.io.*;

public class FastReader {
  static class Reader {
    final private int BUFFER_SIZE = 1 << 16;
    private DataInputStream din; private byte[] buffer; private int bufferPointer, bytesRead;
    public Reader() { din = new DataInputStream(System.in); buffer = new byte[BUFFER_SIZE]; }
    public Reader(String file_name) throws IOException { din = new DataInputStream(new FileInputStream(file_name)); buffer = new byte[BUFFER_SIZE]; }
    private byte read() throws IOException { if (bufferPointer == bytesRead) fillBuffer(); return buffer[bufferPointer++]; }
    private void fillBuffer() throws IOException { bytesRead = din.read(buffer, bufferPointer = 0, BUFFER_SIZE); if (bytesRead == -1) { bytesRead = 0; buffer[0] = -1; } }
    public int nextInt() throws IOException { int ret = 0; byte b = read(); while (b <= ' ' && b != -1) b = read(); while (b >= '0' && b <= '9') { ret = ret * 10 + b - '0'; b = read(); } return ret; }
  }
  public static void main(String[] args) throws Exception {
    if (System.in.available() == 0) return;
    Reader r = new Reader();
    PrintWriter out = new PrintWriter(System.out);
    out.println(r.nextInt() + " " + r.nextInt() + " " + r.nextInt());
    out.flush();
  }
}
