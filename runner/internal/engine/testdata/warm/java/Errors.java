// served
public class Errors {
  public static void main(String[] args) throws Exception {
    System.err.println("debug é"); System.err.print("x");
    int c, sum = 0; while ((c = System.in.read()) != -1) sum += c;
    System.out.println(sum + " " + System.in.available() + System.lineSeparator() + System.getProperty("line.separator").length() + System.getProperty("file.encoding"));
  }
}
