// served
import java.util.*;

public class ScannerSum {
  static Scanner sc = new Scanner(System.in);
  static int runs;

  public static void main(String[] args) {
    long sum = 0; int words = 0;
    while (sc.hasNext()) { String w = sc.next(); words++; try { sum += Long.parseLong(w); } catch (NumberFormatException e) { sum--; } }
    System.out.println(++runs + " " + words + " " + sum + " " + args.length);
    sc.close();
  }
}
