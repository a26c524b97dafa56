import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles and runs the programs in the folders that are named, all in one virtual machine, each with a class loader. */
public class Driver {
  public static void main(String[] folders) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    PrintStream out = System.out;
    PrintStream err = System.err;
    InputStream in = System.in;
    for (String folder : folders) {
      List<String> arguments = new ArrayList<>(List.of("-d", folder, "-cp", folder));
      for (File file : new File(folder).listFiles()) {
        if (file.getName().endsWith(".java")) {
          arguments.add(file.getPath());
        }
      }
      ByteArrayOutputStream messages = new ByteArrayOutputStream();
      int failed = compiler.run(null, messages, messages, arguments.toArray(new String[0]));
      for (File input : new File(folder).listFiles()) {
        if (!input.getName().startsWith("input")) {
          continue;
        }
        ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        ByteArrayOutputStream stderr = new ByteArrayOutputStream();
        stderr.write(messages.toByteArray());
        PrintStream mine = new PrintStream(stdout, true, "US-ASCII");
        System.setOut(mine);
        System.setErr(new PrintStream(stderr, true, "UTF-8"));
        if (failed == 0) {
          URL[] here = {new File(folder).toURI().toURL()};
          try (InputStream stdin = new FileInputStream(input); URLClassLoader loader = new URLClassLoader(here)) {
            System.setIn(stdin);
            loader.loadClass("ExecreMain").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
          } catch (java.lang.reflect.InvocationTargetException e) {
            e.getCause().printStackTrace();
          }
        }
        if (System.out != mine) {
          System.err.println("System.out was not put back");
        }
        System.setOut(out);
        System.setErr(err);
        System.setIn(in);
        Files.write(Path.of(input + ".stdout"), stdout.toByteArray());
        Files.write(Path.of(input + ".stderr"), stderr.toByteArray());
      }
    }
  }
}
