// served
public class Heavy {
  public static void main(String[] args) {
    int n = 500000; boolean[] s = new boolean[n + 1]; int c = 0;
    for (int i = 2; i <= n; i++) { if (s[i]) continue; c++; for (long j = (long) i * i; j <= n; j += i) s[(int) j] = true; }
    StringBuilder sb = new StringBuilder(); for (int i = 0; i < 20000; i++) { sb.append(i).append(i % 10 == 0 ? '\n' : ' '); }
    System.out.println(c); System.out.print(sb);
    for (int i = 0; i < 3000; i++) System.out.println("line " + i);
  }
}
