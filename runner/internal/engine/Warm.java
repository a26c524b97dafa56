import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Serves one Java program: every execution runs it through a fresh class loader of this one virtual machine. It speaks
 * the protocol of package engine on descriptors 3 and 4. With --compile it is a compiler that stays instead.
 *
 * <p>An execution has classes, statics, threads and standard streams of its own. Before the first one all that the class
 * files mention is compared with lists of what has no effect beyond these ({@link Facts}); a program that mentions
 * anything else is unfit. What is decided only when it is reached (a file that a fast reader could open, but never
 * does) is replaced by classes of ours, which refuse: the reply then has flag 2, "not to be believed", and our
 * side starts a plain java instead.
 */
public final class Warm {
  static final int LEFT = 1; // flags of a reply: something of the execution may be left
  static final int UNBELIEVABLE = 2; // its result must not be used

  static volatile Run run; // the execution under way

  private Warm() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 1 && args[0].equals("--compile")) {
      compile();
      return;
    }
    FileInputStream requests = new FileInputStream(descriptor(3));
    FileOutputStream replies = new FileOutputStream(descriptor(4));
    Program program = new Program(Paths.get(args[0]), args[1]);
    String reason = program.whyUnfit();
    byte[] text = reason.substring(0, Math.min(reason.length(), 1000)).getBytes(StandardCharsets.UTF_8);
    ByteBuffer hello = ByteBuffer.allocate(8 + text.length).order(ByteOrder.LITTLE_ENDIAN);
    hello.put("EXC1".getBytes(StandardCharsets.US_ASCII)).putInt(text.length).put(text);
    replies.write(hello.array());
    if (!reason.isEmpty()) {
      return;
    }
    Streams streams = new Streams();
    DataInputStream in = new DataInputStream(requests);
    byte[] header = new byte[28];
    while (true) {
      try {
        in.readFully(header);
      } catch (EOFException e) {
        Runtime.getRuntime().halt(0);
      }
      ByteBuffer request = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
      byte[] arguments = new byte[request.getInt(0)];
      in.readFully(arguments);
      Run mine = new Run(program, streams, request.getLong(12));
      if (arguments.length > 0) {
        mine.flags |= UNBELIEVABLE;
      } else {
        mine.execute();
      }
      ByteBuffer reply = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
      reply.putInt((mine.status & 0xff) << 8).putInt(mine.flags).putLong(mine.cpu / 1000);
      replies.write(reply.array());
    }
  }

  /** A descriptor that was inherited. Opening it anew by its name is not always allowed. */
  private static FileDescriptor descriptor(int number) throws ReflectiveOperationException {
    FileDescriptor descriptor = new FileDescriptor();
    Field field = FileDescriptor.class.getDeclaredField("fd");
    field.setAccessible(true);
    field.setInt(descriptor, number);
    return descriptor;
  }

  // ---- One execution ----

  /** Thrown to leave the program; what it prints after that is dropped. */
  static final class Exit extends Error {
    private static final long serialVersionUID = 1;

    Exit() {
      super(null, null, false, false);
    }
  }

  /** What the program's calls of System.exit are replaced by. */
  public static void exit(int status) {
    Run mine = run;
    synchronized (mine) {
      if (!mine.ended) {
        mine.status = status;
        mine.exiting = Thread.currentThread();
        mine.ended = true;
      }
    }
    throw new Exit();
  }

  /** Ends the execution: its result is not what a plain java would give, or we cannot tell. */
  static Exit refuse() {
    Run mine = run;
    mine.doubt();
    exit(1);
    return new Exit();
  }

  /** The streams and defaults that executions start with. */
  static final class Streams {
    final FileInputStream in = new FileInputStream(FileDescriptor.in);
    final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    final FileOutputStream err = new FileOutputStream(FileDescriptor.err);
    final int outSize = bufferSize(System.out);
    final int errSize = bufferSize(System.err);
    final Charset outCharset = charset("stdout.encoding", "sun.stdout.encoding");
    final Charset errCharset = charset("stderr.encoding", "sun.stderr.encoding");
    final byte[] outBuffer = new byte[1 << 16];
    final byte[] errBuffer = new byte[1 << 12];
    final Locale locale = Locale.getDefault();
    final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    final TimeZone zone = TimeZone.getDefault();

    private static Charset charset(String... properties) {
      for (String property : properties) {
        String name = System.getProperty(property);
        if (name != null && Charset.isSupported(name)) {
          return Charset.forName(name);
        }
      }
      return Charset.defaultCharset();
    }

    /** How much the JDK's own stream holds back: a program sees it in what it never flushes. */
    private static int bufferSize(PrintStream stream) {
      try {
        Field out = FilterOutputStream.class.getDeclaredField("out");
        out.setAccessible(true);
        Object buffered = out.get(stream);
        try {
          Field size = BufferedOutputStream.class.getDeclaredField("maxBufSize"); // since JDK 21
          size.setAccessible(true);
          return size.getInt(buffered);
        } catch (NoSuchFieldException e) {
          Field buffer = BufferedOutputStream.class.getDeclaredField("buf");
          buffer.setAccessible(true);
          return ((byte[]) buffer.get(buffered)).length;
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this JDK's System.out is built in a way that is not known", e);
      }
    }

    void reset() {
      if (Locale.getDefault() != locale
          || Locale.getDefault(Locale.Category.DISPLAY) != display
          || Locale.getDefault(Locale.Category.FORMAT) != format) {
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, display);
        Locale.setDefault(Locale.Category.FORMAT, format);
      }
      if (!TimeZone.getDefault().equals(zone)) {
        TimeZone.setDefault(zone);
      }
    }
  }

  /** One execution. */
  static final class Run {
    final Program program;
    final Streams streams;
    final StdIn in;
    final StdOut out;
    final StdOut err;
    int status;
    int flags;
    long cpu; // ns
    private long mainCpu; // ns
    volatile boolean ended; // by exit: what is printed from now on is dropped
    volatile Thread exiting;

    Run(Program program, Streams streams, long cap) {
      this.program = program;
      this.streams = streams;
      in = new StdIn(this, streams.in);
      out = new StdOut(this, streams.out, streams.outBuffer, cap, false);
      err = new StdOut(this, streams.err, streams.errBuffer, cap, true);
    }

    synchronized void doubt() {
      flags |= UNBELIEVABLE;
    }

    void execute() throws Exception {
      long begin = processCpu();
      streams.in.getChannel().position(0);
      System.setIn(new BufferedInputStream(in));
      System.setOut(print(out, streams.outSize, streams.outCharset));
      System.setErr(print(err, streams.errSize, streams.errCharset));
      run = this;
      ThreadGroup group = new Group(this);
      Thread main = new Thread(group, this::callMain, "main", 0); // its stack is as large as -Xss says, as in a plain java
      main.setDaemon(false);
      main.start();
      await(main, group);
      boolean left = group.activeCount() > 0;
      if (left) {
        flags |= LEFT | UNBELIEVABLE; // daemons, or threads that another one's exit would have ended
      }
      ended = true;
      out.finish();
      err.finish();
      streams.reset();
      cpu = Math.max(processCpu() - begin, mainCpu);
    }

    private static PrintStream print(OutputStream out, int size, Charset charset) throws Exception {
      return new PrintStream(new BufferedOutputStream(out, size), true, charset.name());
    }

    private void callMain() {
      try {
        Loader loader = new Loader(program);
        Thread.currentThread().setContextClassLoader(loader);
        program.main(loader).invoke(null, (Object) new String[0]);
      } catch (Throwable e) {
        Throwable thrown = e instanceof InvocationTargetException ? e.getCause() : e; // the second by an initializer
        if (!(thrown instanceof Exit)) {
          doubt();
        }
      }
      mainCpu = threadCpu();
    }

    /** Waits for the end of the program: of its main and of all threads that are no daemons, or for an exit. */
    private void await(Thread main, ThreadGroup group) throws InterruptedException {
      for (Thread next = main; next != null; next = foreground(group)) {
        while (next.isAlive()) {
          next.join(5);
          if (exiting != null) {
            next.join(200);
            if (next.isAlive()) {
              return;
            }
          }
        }
      }
    }

    private static Thread foreground(ThreadGroup group) {
      Thread[] threads = new Thread[group.activeCount() + 8];
      int n = group.enumerate(threads);
      for (int i = 0; i < n; i++) {
        if (!threads[i].isDaemon()) {
          return threads[i];
        }
      }
      return null;
    }
  }

  /** The threads of an execution. */
  static final class Group extends ThreadGroup {
    private final Run mine;

    Group(Run mine) {
      super("main");
      this.mine = mine;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable e) {
      if (!(e instanceof Exit)) {
        mine.doubt();
      }
    }
  }

  /** CPU time of the process in ns, in steps of 10 ms. */
  private static long processCpu() throws IOException {
    String stat = read("/proc/self/stat");
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10_000_000;
  }

  /** CPU time of this thread in ns, exactly; 0 if the kernel does not tell. */
  private static long threadCpu() {
    try {
      String text = read("/proc/thread-self/schedstat");
      return Long.parseLong(text.substring(0, text.indexOf(' ')));
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  private static String read(String file) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  // ---- Standard streams ----

  /** Stdin of one execution: what System.in buffers. Closing it must not close the descriptor. */
  static final class StdIn extends InputStream {
    private final Run mine;
    private final FileInputStream in;
    private volatile boolean closed;

    StdIn(Run mine, FileInputStream in) {
      this.mine = mine;
      this.in = in;
    }

    private void check() throws IOException {
      if (mine.ended) {
        throw new Exit();
      }
      if (closed) {
        throw new IOException("Stream Closed");
      }
    }

    @Override
    public int read() throws IOException {
      check();
      return in.read();
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      check();
      return in.read(b, off, len);
    }

    @Override
    public long skip(long n) throws IOException {
      check();
      return in.skip(n);
    }

    @Override
    public int available() throws IOException {
      check();
      return in.available();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Stdout or stderr of one execution, below the JDK's own streams. It honours the cap of the request. */
  static final class StdOut extends OutputStream {
    private static final byte[] FRAME = "\tat Warm".getBytes(StandardCharsets.US_ASCII);

    private final Run mine;
    private final FileOutputStream out;
    private final byte[] buffer;
    private final long cap; // 0: none
    private final boolean traces;
    private int used;
    private long total;
    private boolean closed;

    StdOut(Run mine, FileOutputStream out, byte[] buffer, long cap, boolean traces) {
      this.mine = mine;
      this.out = out;
      this.buffer = buffer;
      this.cap = cap;
      this.traces = traces;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] b, int off, int len) throws IOException {
      if (mine.ended) {
        return;
      }
      if (closed) {
        throw new IOException("Stream Closed");
      }
      total += len;
      if (cap > 0 && total > cap) {
        throw refuse();
      }
      if (traces && contains(b, off, len, FRAME)) {
        mine.doubt(); // a stack trace that goes down to us
      }
      if (len > buffer.length - used) {
        drain();
      }
      if (len > buffer.length) {
        out.write(b, off, len);
        return;
      }
      System.arraycopy(b, off, buffer, used, len);
      used += len;
    }

    private static boolean contains(byte[] b, int off, int len, byte[] wanted) {
      for (int i = off; i + wanted.length <= off + len; i++) {
        if (Arrays.equals(b, i, i + wanted.length, wanted, 0, wanted.length)) {
          return true;
        }
      }
      return false;
    }

    private void drain() throws IOException {
      out.write(buffer, 0, used);
      used = 0;
    }

    synchronized void finish() throws IOException {
      drain();
    }

    @Override
    public synchronized void close() {
      closed = true;
    }
  }

  // ---- What stands for classes of java.io in the program. Only standard streams are opened. ----

  static StdIn stdin(FileDescriptor descriptor) {
    if (descriptor != FileDescriptor.in) {
      throw refuse();
    }
    return run.in;
  }

  static StdOut stdout(FileDescriptor descriptor) {
    if (descriptor == FileDescriptor.out) {
      return run.out;
    }
    if (descriptor != FileDescriptor.err) {
      throw refuse();
    }
    return run.err;
  }

  public static class FileIn extends FileInputStream {
    private final StdIn in;

    public FileIn(FileDescriptor descriptor) {
      super(new FileDescriptor());
      in = stdin(descriptor);
    }

    public FileIn(String name) {
      this((FileDescriptor) null);
    }

    public FileIn(File file) {
      this((FileDescriptor) null);
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] b) throws IOException {
      return in.read(b, 0, b.length);
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
      return in.read(b, off, len);
    }

    @Override
    public long skip(long n) throws IOException {
      return in.skip(n);
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void close() {
      in.close();
    }
  }

  public static class FileOut extends FileOutputStream {
    private final StdOut out;

    public FileOut(FileDescriptor descriptor) {
      super(new FileDescriptor());
      out = stdout(descriptor);
    }

    public FileOut(String name) {
      this((FileDescriptor) null);
    }

    public FileOut(String name, boolean append) {
      this((FileDescriptor) null);
    }

    public FileOut(File file) {
      this((FileDescriptor) null);
    }

    public FileOut(File file, boolean append) {
      this((FileDescriptor) null);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] b) throws IOException {
      out.write(b, 0, b.length);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
      out.write(b, off, len);
    }

    @Override
    public void close() {
      out.close();
    }
  }

  public static class TextIn extends InputStreamReader {
    public TextIn(FileDescriptor descriptor) {
      super(stdin(descriptor));
    }

    public TextIn(String name) {
      this((FileDescriptor) null);
    }

    public TextIn(File file) {
      this((FileDescriptor) null);
    }
  }

  public static class TextOut extends OutputStreamWriter {
    public TextOut(FileDescriptor descriptor) {
      super(stdout(descriptor));
    }

    public TextOut(String name) {
      this((FileDescriptor) null);
    }

    public TextOut(String name, boolean append) {
      this((FileDescriptor) null);
    }

    public TextOut(File file) {
      this((FileDescriptor) null);
    }

    public TextOut(File file, boolean append) {
      this((FileDescriptor) null);
    }
  }

  // ---- The program ----

  /** The class files of the program, as they are defined. */
  static final class Program {
    final Map<String, byte[]> classes = new HashMap<>(); // by name with dots
    private final Path folder;
    private final String mainClass;

    Program(Path folder, String mainClass) {
      this.folder = folder;
      this.mainClass = mainClass;
    }

    /** Reads the program; why it cannot be served, "" if it can. */
    String whyUnfit() {
      try (Stream<Path> walk = Files.walk(folder)) {
        List<Path> files = walk.filter(f -> f.toString().endsWith(".class")).sorted().collect(Collectors.toList());
        Map<String, ClassFile> parsed = new HashMap<>();
        for (Path file : files) {
          ClassFile c = new ClassFile(Files.readAllBytes(file));
          String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
          parsed.put(name.substring(0, name.length() - ".class".length()), c);
        }
        for (Map.Entry<String, ClassFile> entry : parsed.entrySet()) {
          String name = entry.getKey();
          if (name.equals("Warm") || name.startsWith("Warm$")) {
            return "it has a class of the name Warm, as the server has";
          }
          // The harness of function style is ours: it looks the program's classes over, which these may not do.
          boolean ours = name.equals("ExecreMain") || name.startsWith("ExecreMain$");
          String mentioned = ours ? null : entry.getValue().unknown(parsed);
          if (mentioned != null) {
            return name.replace('/', '.') + " mentions " + mentioned.replace('/', '.');
          }
          classes.put(name.replace('/', '.'), entry.getValue().rewritten());
        }
        main(new Loader(this));
        return "";
      } catch (IOException | RuntimeException | ReflectiveOperationException | LinkageError e) {
        return "it cannot be loaded: " + e;
      }
    }

    Method main(ClassLoader loader) throws ReflectiveOperationException {
      Method main = Class.forName(mainClass, false, loader).getMethod("main", String[].class);
      if (!Modifier.isStatic(main.getModifiers()) || main.getReturnType() != void.class) {
        throw new NoSuchMethodException("main of " + mainClass + " is not static void");
      }
      main.setAccessible(true); // the class need not be public
      return main;
    }
  }

  /** The loader of one execution. */
  static final class Loader extends ClassLoader {
    private final Program program;

    Loader(Program program) {
      super(ClassLoader.getPlatformClassLoader());
      this.program = program;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] b = program.classes.get(name);
      if (b != null) {
        return defineClass(name, b, 0, b.length);
      }
      if (name.equals("Warm") || name.startsWith("Warm$")) {
        return Class.forName(name, false, Warm.class.getClassLoader());
      }
      throw new ClassNotFoundException(name);
    }
  }

  /** The constant pool of a class file: all that its code can mention. */
  static final class ClassFile {
    private final byte[] bytes;
    private final ByteBuffer b;
    private final int[] at; // of each constant, its tag first
    private final int end; // of the constant pool

    ClassFile(byte[] bytes) {
      this.bytes = bytes;
      b = ByteBuffer.wrap(bytes);
      int n = b.getShort(8) & 0xffff;
      at = new int[n];
      int p = 10;
      for (int i = 1; i < n; i++) {
        at[i] = p;
        switch (b.get(p)) {
          case 1: // Utf8
            p += 3 + u2(p + 1);
            break;
          case 5: // Long
          case 6: // Double
            p += 9;
            i++;
            break;
          case 7: // Class
          case 8: // String
          case 16: // MethodType
          case 19: // Module
          case 20: // Package
            p += 3;
            break;
          case 15: // MethodHandle
            p += 4;
            break;
          default: // members, NameAndType, numbers, Dynamic, InvokeDynamic
            p += 5;
        }
      }
      end = p;
    }

    private int u2(int p) {
      return b.getShort(p) & 0xffff;
    }

    private String text(int i) {
      return new String(bytes, at[i] + 3, u2(at[i] + 1), StandardCharsets.UTF_8);
    }

    private String className(int i) {
      return text(u2(at[i] + 1));
    }

    /** The first thing mentioned that is not known to be harmless, null if none. */
    String unknown(Map<String, ClassFile> program) {
      for (int i = 1; i < at.length; i++) {
        if (at[i] == 0) {
          continue;
        }
        int tag = b.get(at[i]);
        if (tag == 7) {
          String name = element(className(i));
          if (!name.isEmpty() && !program.containsKey(name) && !Facts.harmless(name)) {
            return name;
          }
        } else if (tag >= 9 && tag <= 11) { // Fieldref, Methodref, InterfaceMethodref
          String owner = className(u2(at[i] + 1));
          int member = at[u2(at[i] + 3)];
          String name = text(u2(member + 1));
          String descriptor = text(u2(member + 3));
          if (program.containsKey(owner)) {
            if (name.equals("<init>")) {
              continue;
            }
            owner = inherited(program, owner); // which may declare it
          }
          if (!Facts.harmless(owner, name, descriptor)) {
            return owner + "." + name;
          }
        }
      }
      return null;
    }

    /** The first superclass that is not the program's own. */
    private static String inherited(Map<String, ClassFile> program, String name) {
      for (ClassFile c; (c = program.get(name)) != null; ) {
        name = c.className(c.u2(c.end + 4));
      }
      return name;
    }

    /** The class of an array's elements, "" for numbers. */
    private static String element(String name) {
      if (!name.startsWith("[")) {
        return name;
      }
      return name.endsWith(";") ? name.substring(name.indexOf('L') + 1, name.length() - 1) : "";
    }

    /** The class file with our classes for those of java.io, and our exit for that of System. */
    byte[] rewritten() throws IOException {
      ByteBuffer copy = ByteBuffer.wrap(bytes.clone());
      ByteArrayOutputStream added = new ByteArrayOutputStream();
      int count = at.length;
      for (int i = 1; i < at.length; i++) {
        if (at[i] == 0) {
          continue;
        }
        int tag = b.get(at[i]);
        if (tag == 7 && Facts.REPLACED.containsKey(className(i))) {
          copy.putShort(at[i] + 1, (short) count++);
          utf8(added, Facts.REPLACED.get(className(i)));
        } else if (tag == 10 && className(u2(at[i] + 1)).equals("java/lang/System")
            && text(u2(at[u2(at[i] + 3)] + 1)).equals("exit")) {
          copy.putShort(at[i] + 1, (short) (count + 1));
          utf8(added, "Warm");
          added.write(new byte[] {7, (byte) (count >> 8), (byte) count});
          count += 2;
        }
      }
      if (count > 0xffff) {
        throw new IOException("its constant pool is full");
      }
      copy.putShort(8, (short) count);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.write(copy.array(), 0, end);
      added.writeTo(all);
      all.write(copy.array(), end, bytes.length - end);
      return all.toByteArray();
    }

    private static void utf8(ByteArrayOutputStream to, String text) throws IOException {
      to.write(new byte[] {1, (byte) (text.length() >> 8), (byte) text.length()});
      to.write(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** What a program may mention. Whatever is not here makes it unfit, so the lists may be short but not wrong. */
  static final class Facts {
    static final Map<String, String> REPLACED =
        Map.of(
            "java/io/FileInputStream", "Warm$FileIn",
            "java/io/FileOutputStream", "Warm$FileOut",
            "java/io/FileReader", "Warm$TextIn",
            "java/io/FileWriter", "Warm$TextOut");

    private static final Set<String> PACKAGES =
        set("java/lang java/lang/annotation java/lang/runtime java/util java/util/function java/util/stream"
            + " java/util/regex java/util/concurrent java/util/concurrent/atomic java/util/concurrent/locks"
            + " java/util/random java/math java/text java/time java/time/temporal java/time/format java/time/chrono"
            + " java/nio java/nio/charset");

    private static final Set<String> CLASSES =
        set("java/lang/invoke/LambdaMetafactory java/lang/invoke/StringConcatFactory java/lang/invoke/CallSite"
            + " java/lang/invoke/MethodHandle java/lang/invoke/MethodHandles java/lang/invoke/MethodHandles$Lookup"
            + " java/lang/invoke/MethodType java/lang/invoke/TypeDescriptor java/lang/invoke/SerializedLambda"
            + " java/lang/ref/WeakReference java/lang/ref/SoftReference java/lang/ref/Reference java/lang/reflect/Array"
            + " java/util/zip/CRC32 java/util/zip/Adler32 java/util/zip/Checksum"
            + " java/io/InputStream java/io/OutputStream java/io/Reader java/io/Writer java/io/BufferedInputStream"
            + " java/io/BufferedOutputStream java/io/BufferedReader java/io/BufferedWriter java/io/InputStreamReader"
            + " java/io/OutputStreamWriter java/io/PrintStream java/io/PrintWriter java/io/DataInputStream"
            + " java/io/DataOutputStream java/io/DataInput java/io/DataOutput java/io/StreamTokenizer java/io/StringReader"
            + " java/io/StringWriter java/io/ByteArrayInputStream java/io/ByteArrayOutputStream java/io/CharArrayReader"
            + " java/io/CharArrayWriter java/io/PushbackInputStream java/io/PushbackReader java/io/LineNumberReader"
            + " java/io/FilterInputStream java/io/FilterOutputStream java/io/FilterReader java/io/FilterWriter"
            + " java/io/SequenceInputStream java/io/Serializable java/io/Closeable java/io/Flushable java/io/EOFException"
            + " java/io/IOException java/io/UncheckedIOException java/io/FileNotFoundException java/io/InterruptedIOException"
            + " java/io/UnsupportedEncodingException java/io/File java/io/FileDescriptor java/io/FileInputStream"
            + " java/io/FileOutputStream java/io/FileReader java/io/FileWriter");

    private static final Set<String> FORBIDDEN =
        set("java/lang/Process java/lang/ProcessBuilder java/lang/ProcessHandle java/lang/Module java/lang/ModuleLayer"
            + " java/lang/ClassLoader java/lang/SecurityManager java/lang/StackWalker java/lang/StackTraceElement"
            + " java/lang/ThreadGroup java/lang/ScopedValue java/lang/Package java/lang/ClassValue"
            + " java/lang/InheritableThreadLocal java/util/ServiceLoader java/util/ResourceBundle"
            + " java/util/concurrent/CompletableFuture java/util/concurrent/ForkJoinPool"
            + " java/util/concurrent/ForkJoinWorkerThread java/util/concurrent/StructuredTaskScope"
            + " java/util/concurrent/SubmissionPublisher java/util/concurrent/Flow java/nio/MappedByteBuffer");

    /** Of these classes only the members named, constructors and what Object has. */
    private static final Map<String, Set<String>> ONLY =
        Map.of(
            "java/lang/System",
            set("in out err setIn setOut setErr exit currentTimeMillis nanoTime arraycopy lineSeparator identityHashCode"
                + " getProperty getenv gc"),
            "java/lang/Runtime", set("getRuntime availableProcessors totalMemory freeMemory maxMemory gc"),
            "java/lang/Class",
            set("getName getSimpleName isInstance cast desiredAssertionStatus getComponentType getEnumConstants isArray"
                + " isAssignableFrom isEnum isInterface isPrimitive isRecord getSuperclass asSubclass"),
            "java/lang/invoke/MethodHandles", set(""),
            "java/lang/invoke/MethodHandles$Lookup", set(""),
            "java/lang/invoke/MethodHandle", set(""),
            "java/io/FileDescriptor", set("in out err"),
            "java/io/File", set("getName getPath toString exists canRead isFile"),
            "java/io/FileInputStream", set("read skip available close readAllBytes readNBytes transferTo"),
            "java/io/FileOutputStream", set("write flush close"));

    /** Members that are refused whatever class they are called through: subclasses inherit them. */
    private static final Set<String> MEMBERS =
        set("getStackTrace setStackTrace getClassLoader getResource getResourceAsStream getModule getProtectionDomain"
            + " parallelStream parallel parallelSort parallelPrefix parallelSetAll newWorkStealingPool"
            + " newVirtualThreadPerTaskExecutor newThreadPerTaskExecutor ofVirtual ofPlatform startVirtualThread"
            + " setDefaultUncaughtExceptionHandler getAllStackTraces getThreadGroup getContextClassLoader"
            + " setContextClassLoader getId threadId activeCount enumerate getFD getChannel allocateDirect");

    static boolean harmless(String name) {
      if (CLASSES.contains(name)) {
        return true;
      }
      String outer = name.indexOf('$') > 0 ? name.substring(0, name.indexOf('$')) : name;
      int slash = name.lastIndexOf('/');
      return slash > 0 && PACKAGES.contains(name.substring(0, slash)) && !FORBIDDEN.contains(outer);
    }

    static boolean harmless(String owner, String name, String descriptor) {
      Set<String> only = ONLY.get(owner);
      if (only != null && !name.equals("<init>")) {
        return only.contains(name) || name.equals("equals") || name.equals("hashCode") || name.equals("getClass")
            || name.equals("toString");
      }
      if (name.equals("printStackTrace") && !descriptor.equals("()V")) {
        return false;
      }
      if (owner.equals("java/lang/Thread") && (name.equals("getName") || name.equals("toString"))) {
        return false; // threads are counted for the whole machine
      }
      if (name.equals("<init>") && !REPLACED.containsKey(owner) && !owner.equals("java/io/File")) {
        boolean text = owner.equals("java/io/PrintWriter") || owner.equals("java/io/PrintStream")
            || owner.equals("java/util/Formatter");
        boolean opens = descriptor.startsWith("(Ljava/io/File;") || descriptor.startsWith("(Ljava/nio/file/")
            || text && descriptor.startsWith("(Ljava/lang/String;");
        return !opens;
      }
      return owner.equals("java/lang/Object") || owner.equals("java/lang/Record") || !MEMBERS.contains(name);
    }

    private static Set<String> set(String words) {
      return new HashSet<>(Arrays.asList(words.split(" ")));
    }
  }

  // ---- The compiler ----

  /**
   * Compiles until stdin ends. A request is a u32 length and that many bytes, the arguments of javac, each ended by NUL;
   * the answer is the i32 exit status of javac, a u32 length and that many bytes, its messages. Little endian.
   */
  private static void compile() throws IOException {
    DataInputStream in = new DataInputStream(System.in);
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    System.setIn(InputStream.nullInputStream());
    System.setOut(System.err);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    byte[] head = new byte[4];
    while (true) {
      try {
        in.readFully(head);
      } catch (EOFException e) {
        return;
      }
      byte[] request = new byte[ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt()];
      in.readFully(request);
      List<String> args = new ArrayList<>();
      for (int i = 0, begin = 0; i < request.length; i++) {
        if (request[i] == 0) {
          args.add(new String(request, begin, i - begin, StandardCharsets.UTF_8));
          begin = i + 1;
        }
      }
      ByteArrayOutputStream messages = new ByteArrayOutputStream();
      int status;
      if (compiler == null) {
        status = 3;
        messages.write("there is no compiler in this Java: install a JDK\n".getBytes(StandardCharsets.UTF_8));
      } else {
        status = compiler.run(null, messages, messages, args.toArray(new String[0]));
      }
      ByteBuffer answer = ByteBuffer.allocate(8 + messages.size()).order(ByteOrder.LITTLE_ENDIAN);
      out.write(answer.putInt(status).putInt(messages.size()).put(messages.toByteArray()).array());
    }
  }
}
