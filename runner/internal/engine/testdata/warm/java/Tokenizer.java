// served
import java.io.*;

public class Tokenizer {
  public static void main(String[] args) throws IOException {
    StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
    PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
    double s = 0;
    while (in.nextToken() != StreamTokenizer.TT_EOF) s += in.nval;
    out.println(s);
    out.close();
    System.out.println("dropped: the stream is closed");
  }
}
