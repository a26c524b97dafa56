// served
import java.io.*;
import java.util.stream.*;

class Lines {
  public static void main(String[] args) throws IOException {
    BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
    StringBuilder sb = new StringBuilder();
    int n = 0;
    for (String line; (line = br.readLine()) != null; n++) sb.append(new StringBuilder(line).reverse()).append('\n');
    System.out.print(sb);
    System.out.print(n);
    System.out.printf(" %d %.3f %s%n", n, n / 3.0, IntStream.range(0, 5).boxed().map(String::valueOf).collect(Collectors.joining(",")));
    br.close();
    try { System.in.read(); } catch (IOException e) { System.out.println(e.getMessage()); }
  }
}
