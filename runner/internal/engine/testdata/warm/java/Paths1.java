// unfit: java.nio.file
public class Paths1 { public static void main(String[] args) throws Exception { java.nio.file.Files.write(java.nio.file.Paths.get("x"), new byte[1]); } }
