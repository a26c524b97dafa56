// flagged
import java.io.*;

public class OpensFile {
  public static void main(String[] args) { try (FileWriter w = new FileWriter("left-over.txt")) { w.write("x"); } catch (Throwable e) { System.out.println("caught"); } System.out.println("ok"); }
}
