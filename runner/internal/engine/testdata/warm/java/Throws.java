// flagged
public class Throws {
  public static void main(String[] args) { System.out.println("before"); Object o = args.length == 0 ? null : args; o.hashCode(); }
}
