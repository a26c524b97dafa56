// unfit: parallel
public class Parallel { public static void main(String[] args) { System.out.println(java.util.stream.IntStream.range(0, 9).parallel().sum()); } }
