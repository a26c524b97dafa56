// served
import java.util.*;

public class Locales {
  public static void main(String[] args) {
    System.out.println(Locale.getDefault() + " " + String.format("%.2f", 1.5) + " " + TimeZone.getDefault().getID().isEmpty());
    Locale.setDefault(Locale.GERMANY); TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    System.out.println(String.format("%.2f %,d", 1.5, 1234567) + " " + TimeZone.getDefault().getID());
  }
}
