// unfit: Runtime.addShutdownHook
public class Hooks { public static void main(String[] args) { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye"))); } }
