// flagged
public class Memory {
  public static void main(String[] args) { long[][] a = new long[1000][]; for (int i = 0; i < 1000; i++) a[i] = new long[1 << 20]; System.out.println(a.length); }
}
