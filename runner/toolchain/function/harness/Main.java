import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedList;
import java.util.List;

/** Reads JSON, calls the candidate, prints JSON. */
public final class ExecreMain {
  static final Class<?>[] CLASSES = {/*CLASSES*/}; // all but the first only for operations
  static final String METHOD = /*METHOD*/; // "" for operations
  static final String[] NAMES = {/*NAMES*/};

  /** What is wrong with the input, or with an answer that is no JSON. */
  static final class Refused extends RuntimeException {
    Refused(String what) {
      super("execre: " + (place.isEmpty() ? "" : place + ": ") + what, null, false, false);
    }

    @Override
    public String toString() {
      return getMessage();
    }
  }

  static String place = ""; // what is being read, for people

  public static void main(String[] arguments) throws Throwable {
    List<String> lines = new ArrayList<>();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] part = new byte[1 << 16];
    for (int n; (n = System.in.read(part)) > 0; ) {
      all.write(part, 0, n);
    }
    for (String line : all.toString("UTF-8").split("\n")) {
      if (!line.trim().isEmpty()) {
        lines.add(line);
      }
    }
    PrintStream out = System.out;
    System.setOut(System.err);
    try {
      String answer = (METHOD.isEmpty() ? operate(lines) : answer(lines)) + "\n";
      byte[] bytes = answer.getBytes("UTF-8");
      out.write(bytes, 0, bytes.length);
      out.flush();
    } finally {
      System.out.flush();
      System.setOut(out);
    }
  }

  static String answer(List<String> lines) throws Throwable {
    if (lines.size() != NAMES.length) {
      throw new Refused("lines of values: " + NAMES.length + " needed, " + lines.size() + " found");
    }
    Method method = find(CLASSES[0], METHOD, lines.size());
    if (method == null) {
      throw new Refused("there is no " + METHOD + " that takes " + lines.size() + " arguments");
    }
    Object object = null;
    if (!Modifier.isStatic(method.getModifiers())) {
      object = construct(CLASSES[0].getDeclaredConstructor(), new Object[0]);
    }
    Type[] types = method.getGenericParameterTypes();
    Object[] values = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      place = "line " + (i + 1) + " of the input (" + NAMES[i] + ")";
      values[i] = read(lines.get(i), types[i]);
    }
    place = "";
    Object result = invoke(method, object, values);
    StringBuilder text = new StringBuilder();
    if (method.getReturnType() != void.class) {
      write(result, method.getGenericReturnType(), text);
    } else if (values.length > 0) {
      write(values[0], types[0], text);
    } else {
      text.append("null");
    }
    return text.toString();
  }

  static String operate(List<String> lines) throws Throwable {
    if (lines.size() != 2) {
      throw new Refused("the input needs two lines: the operations and their arguments");
    }
    place = "line 1 of the input (operations)";
    String[] names = (String[]) read(lines.get(0), String[].class);
    place = "line 2 of the input (arguments)";
    List<List<String>> given = new ArrayList<>();
    Reader arguments = new Reader(lines.get(1));
    arguments.elements(() -> {
      List<String> texts = new ArrayList<>();
      arguments.elements(() -> texts.add(arguments.skip()));
      given.add(texts);
    });
    arguments.end();
    place = "";
    if (names.length != given.size()) {
      throw new Refused("there are not as many arguments as operations");
    }
    if (names.length == 0) {
      throw new Refused("there is no operation");
    }
    StringBuilder text = new StringBuilder("[null");
    Object object = null;
    for (int i = 0; i < names.length; i++) {
      place = "operation " + (i + 1) + " (" + names[i] + ")";
      int count = given.get(i).size();
      Executable callee = i == 0 ? constructor(names[0], count) : find(object.getClass(), names[i], count);
      if (callee == null) {
        throw new Refused("there is no " + names[i] + " that takes " + count + (count == 1 ? " argument" : " arguments"));
      }
      Type[] types = callee.getGenericParameterTypes();
      Object[] values = new Object[count];
      for (int j = 0; j < count; j++) {
        values[j] = read(given.get(i).get(j), types[j]);
      }
      place = "";
      if (i == 0) {
        object = construct((Constructor<?>) callee, values);
        continue;
      }
      Method method = (Method) callee;
      Object result = invoke(method, object, values);
      text.append(',');
      write(result, method.getGenericReturnType(), text);
    }
    return text.append(']').toString();
  }

  static Constructor<?> constructor(String name, int count) {
    for (Class<?> type : CLASSES) {
      for (Constructor<?> c : type.getDeclaredConstructors()) {
        if (type.getSimpleName().equals(name) && c.getParameterCount() == count && !Modifier.isPrivate(c.getModifiers())) {
          return c;
        }
      }
    }
    return null;
  }

  static Method find(Class<?> type, String name, int count) {
    for (; type != null; type = type.getSuperclass()) {
      for (Method m : type.getDeclaredMethods()) {
        if (m.getName().equals(name) && m.getParameterCount() == count && !m.isBridge()
            && !Modifier.isPrivate(m.getModifiers())) {
          return m;
        }
      }
    }
    return null;
  }

  static Object invoke(Method method, Object object, Object[] values) throws Throwable {
    method.setAccessible(true);
    try {
      return method.invoke(object, values);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  static Object construct(Constructor<?> constructor, Object[] values) throws Throwable {
    constructor.setAccessible(true);
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  static Object read(String text, Type type) throws Exception {
    Reader reader = new Reader(text);
    Object value = reader.value(type);
    reader.end();
    return value;
  }

  /** Reads one element. */
  interface Step {
    void run() throws Exception;
  }

  /** Goes through JSON text. */
  static final class Reader {
    final String text;
    int at;

    Reader(String text) {
      this.text = text;
    }

    char peek() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      return at < text.length() ? text.charAt(at) : '\0';
    }

    boolean take(char c) {
      if (peek() != c || at == text.length()) {
        return false;
      }
      at++;
      return true;
    }

    boolean takeNull() {
      if (peek() != 'n' || !text.startsWith("null", at)) {
        return false;
      }
      at += 4;
      return true;
    }

    Refused expected(String what) {
      peek();
      String found = text.substring(at, Math.min(text.length(), at + 30));
      return new Refused("found " + (found.isEmpty() ? "the end" : found) + " where " + what + " is expected");
    }

    void end() {
      peek();
      if (at < text.length()) {
        throw expected("the end");
      }
    }

    void elements(Step step) throws Exception {
      if (!take('[')) {
        throw expected("a list");
      }
      if (take(']')) {
        return;
      }
      do {
        step.run();
      } while (take(','));
      if (!take(']')) {
        throw expected(", or ]");
      }
    }

    String number() {
      peek();
      int start = at;
      while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) {
        at++;
      }
      return text.substring(start, at);
    }

    String string() {
      if (!take('"')) {
        throw expected("a text");
      }
      StringBuilder s = new StringBuilder();
      while (true) {
        if (at >= text.length()) {
          throw expected("\"");
        }
        char c = text.charAt(at++);
        if (c == '"') {
          return s.toString();
        }
        if (c != '\\') {
          s.append(c);
          continue;
        }
        c = at < text.length() ? text.charAt(at++) : '\0';
        if (c == 'u') {
          try {
            s.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          } catch (RuntimeException e) {
            throw expected("four hexadecimal digits");
          }
          at += 4;
          continue;
        }
        int i = "\"\\/bfnrt".indexOf(c);
        if (i < 0) {
          at--;
          throw expected("an escape such as \\n");
        }
        s.append("\"\\/\b\f\n\r\t".charAt(i));
      }
    }

    /** Gives the text of the next value. */
    String skip() {
      peek();
      int start = at;
      int depth = 0;
      do {
        char c = peek();
        if (c == '"') {
          string();
        } else if (c == '[' || c == '{') {
          depth++;
          at++;
        } else if ((c == ']' || c == '}') && depth > 0) {
          depth--;
          at++;
        } else if (depth > 0 && (c == ',' || c == ':')) {
          at++;
        } else if (number().isEmpty()) {
          throw expected("a value");
        }
      } while (depth > 0);
      return text.substring(start, at);
    }

    long integer(long least, long most) {
      BigInteger value = big();
      if (value.compareTo(BigInteger.valueOf(least)) < 0 || value.compareTo(BigInteger.valueOf(most)) > 0) {
        throw new Refused(value + " does not fit into the type of the parameter");
      }
      return value.longValue();
    }

    BigInteger big() {
      String s = number();
      try {
        if (s.startsWith("+")) {
          throw new NumberFormatException();
        }
        return new BigInteger(s);
      } catch (NumberFormatException e) {
        at -= s.length();
        throw expected("an integer");
      }
    }

    Object value(Type type) throws Exception {
      if (type instanceof WildcardType) {
        type = ((WildcardType) type).getUpperBounds()[0];
      }
      if (type instanceof GenericArrayType) {
        return array(((GenericArrayType) type).getGenericComponentType());
      }
      Type element = Object.class;
      if (type instanceof ParameterizedType) {
        element = ((ParameterizedType) type).getActualTypeArguments()[0];
        type = ((ParameterizedType) type).getRawType();
      }
      if (!(type instanceof Class)) {
        throw new Refused("no JSON value can be made a " + type.getTypeName());
      }
      Class<?> c = (Class<?>) type;
      if (c.isArray()) {
        return array(c.getComponentType());
      }
      if (!c.isPrimitive() && !isNode(c) && takeNull()) {
        return null;
      }
      if (c == int.class || c == Integer.class) {
        return (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
      } else if (c == long.class || c == Long.class) {
        return integer(Long.MIN_VALUE, Long.MAX_VALUE);
      } else if (c == short.class || c == Short.class) {
        return (short) integer(Short.MIN_VALUE, Short.MAX_VALUE);
      } else if (c == byte.class || c == Byte.class) {
        return (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
      } else if (c == BigInteger.class) {
        return big();
      } else if (c == double.class || c == Double.class) {
        return real();
      } else if (c == float.class || c == Float.class) {
        return (float) real();
      } else if (c == boolean.class || c == Boolean.class) {
        return truth();
      } else if (c == char.class || c == Character.class) {
        String s = string();
        if (s.length() != 1) {
          throw new Refused("\"" + s + "\" is not a single char");
        }
        return s.charAt(0);
      } else if (c == String.class || c == CharSequence.class) {
        return string();
      } else if (isNode(c)) {
        return has(c, "next") ? list(c) : tree(c);
      } else if (c.isAssignableFrom(ArrayList.class) && c != Object.class || c == LinkedList.class) {
        Collection<Object> values = c == LinkedList.class ? new LinkedList<>() : new ArrayList<>();
        Type of = element;
        elements(() -> values.add(value(of)));
        return values;
      } else if (c == Object.class || c == Number.class) {
        return any();
      }
      throw new Refused("no JSON value can be made a " + c.getSimpleName());
    }

    Object any() throws Exception {
      char c = peek();
      if (c == '"') {
        return string();
      } else if (c == 't' || c == 'f') {
        return truth();
      } else if (c == '[') {
        return value(ArrayList.class);
      }
      int start = at;
      String s = number();
      at = start;
      if (s.matches("-?[0-9]+")) {
        BigInteger v = big();
        return v.bitLength() < 32 ? (Object) v.intValue() : v.bitLength() < 64 ? (Object) v.longValue() : v;
      }
      return real();
    }

    boolean truth() {
      String s = number();
      if (!s.equals("true") && !s.equals("false")) {
        at -= s.length();
        throw expected("true or false");
      }
      return s.equals("true");
    }

    double real() {
      String s = number();
      if (!s.matches("-?[0-9.]+([eE][-+]?[0-9]+)?")) {
        at -= s.length();
        throw expected("a number");
      }
      return Double.parseDouble(s);
    }

    Object array(Type element) throws Exception {
      if (takeNull()) {
        return null;
      }
      List<Object> values = new ArrayList<>();
      elements(() -> values.add(value(element)));
      Object array = Array.newInstance(raw(element), values.size());
      for (int i = 0; i < values.size(); i++) {
        Array.set(array, i, values.get(i));
      }
      return array;
    }

    Object list(Class<?> c) throws Exception {
      if (takeNull()) {
        return null;
      }
      Maker maker = new Maker(c);
      Field next = field(c, "next");
      Object[] ends = new Object[2]; // the first and the last node
      elements(() -> {
        Object node = maker.make(value(maker.val.getGenericType()));
        if (ends[0] == null) {
          ends[0] = node;
        } else {
          next.set(ends[1], node);
        }
        ends[1] = node;
      });
      return ends[0];
    }

    Object tree(Class<?> c) throws Exception {
      if (takeNull()) {
        return null;
      }
      Maker maker = new Maker(c);
      Field left = field(c, "left");
      Field right = field(c, "right");
      List<Object> nodes = new ArrayList<>();
      int[] links = {-1}; // how many are set, two a node; -1 before the root
      elements(() -> {
        Object node = takeNull() ? null : maker.make(value(maker.val.getGenericType()));
        if (links[0] < 0) {
          if (node == null) {
            throw new Refused("null stands at the root of a tree with more than that");
          }
        } else if (links[0] / 2 >= nodes.size()) {
          throw new Refused("the tree has a node without a parent");
        } else {
          (links[0] % 2 == 0 ? left : right).set(nodes.get(links[0] / 2), node);
        }
        links[0]++;
        if (node != null) {
          nodes.add(node);
        }
      });
      return nodes.isEmpty() ? null : nodes.get(0);
    }
  }

  /** Makes nodes of a class. */
  static final class Maker {
    final Field val;
    final Constructor<?> constructor;

    Maker(Class<?> c) {
      val = field(c, "val");
      Constructor<?> best = null;
      for (Constructor<?> k : c.getDeclaredConstructors()) {
        boolean takesValue = k.getParameterCount() == 1 && k.getParameterTypes()[0] == val.getType();
        if (takesValue || k.getParameterCount() == 0 && best == null) {
          best = k;
        }
      }
      if (best == null) {
        throw new Refused(c.getSimpleName() + " has no constructor with a value or without parameters");
      }
      best.setAccessible(true);
      constructor = best;
    }

    Object make(Object value) throws Exception {
      Object node = constructor.getParameterCount() == 1 ? constructor.newInstance(value) : constructor.newInstance();
      val.set(node, value);
      return node;
    }
  }

  static Class<?> raw(Type type) {
    if (type instanceof ParameterizedType) {
      return raw(((ParameterizedType) type).getRawType());
    }
    if (type instanceof GenericArrayType) {
      return Array.newInstance(raw(((GenericArrayType) type).getGenericComponentType()), 0).getClass();
    }
    return type instanceof Class ? (Class<?>) type : Object.class;
  }

  static boolean has(Class<?> c, String name) {
    return field(c, name) != null;
  }

  static Field field(Class<?> c, String name) {
    for (; c != null && c != Object.class && c.getClassLoader() != null; c = c.getSuperclass()) {
      for (Field f : c.getDeclaredFields()) {
        if (f.getName().equals(name) && !Modifier.isStatic(f.getModifiers())) {
          f.setAccessible(true);
          return f;
        }
      }
    }
    return null;
  }

  /** Whether c is like ListNode or TreeNode. */
  static boolean isNode(Class<?> c) {
    return has(c, "val") && (has(c, "next") || has(c, "left") && has(c, "right"));
  }

  static void write(Object v, Type type, StringBuilder out) throws Exception {
    if (v == null) {
      out.append(isNode(raw(type)) ? "[]" : "null");
    } else if (v instanceof Boolean) {
      out.append(v);
    } else if (v instanceof Double || v instanceof Float) {
      real(((Number) v).doubleValue(), out);
    } else if (v instanceof Number) {
      out.append(v);
    } else if (v instanceof CharSequence || v instanceof Character) {
      quote(v.toString(), out);
    } else if (v.getClass().isArray()) {
      Type element = type instanceof GenericArrayType
          ? ((GenericArrayType) type).getGenericComponentType() : v.getClass().getComponentType();
      out.append('[');
      for (int i = 0, n = Array.getLength(v); i < n; i++) {
        if (i > 0) {
          out.append(',');
        }
        write(Array.get(v, i), element, out);
      }
      out.append(']');
    } else if (v instanceof List) {
      Type element = type instanceof ParameterizedType
          ? ((ParameterizedType) type).getActualTypeArguments()[0] : Object.class;
      char separator = '[';
      for (Object e : (List<?>) v) {
        write(e, element, out.append(separator));
        separator = ',';
      }
      out.append(separator == '[' ? "[]" : "]");
    } else if (isNode(v.getClass()) && has(v.getClass(), "next")) {
      writeList(v, out);
    } else if (isNode(v.getClass())) {
      writeTree(v, out);
    } else {
      throw new Refused("a " + v.getClass().getSimpleName() + " cannot be printed as JSON");
    }
  }

  static void writeList(Object node, StringBuilder out) throws Exception {
    Field val = field(node.getClass(), "val");
    Field next = field(node.getClass(), "next");
    char separator = '[';
    Object behind = node; // goes half as fast: they meet in a circle
    for (boolean odd = false; node != null; odd = !odd) {
      write(val.get(node), val.getGenericType(), out.append(separator));
      separator = ',';
      node = next.get(node);
      if (odd) {
        behind = next.get(behind);
      }
      if (node != null && node == behind) {
        throw new Refused("the list goes round in a circle");
      }
    }
    out.append(']');
  }

  static void writeTree(Object root, StringBuilder out) throws Exception {
    Field val = field(root.getClass(), "val");
    Field left = field(root.getClass(), "left");
    Field right = field(root.getClass(), "right");
    StringBuilder nulls = new StringBuilder(); // printed once a node follows
    char separator = '[';
    ArrayDeque<Object> nodes = new ArrayDeque<>();
    Object missing = new Object();
    nodes.add(root);
    while (!nodes.isEmpty()) {
      Object node = nodes.poll();
      if (node == missing) {
        nulls.append(",null");
        continue;
      }
      out.append(nulls).append(separator);
      nulls.setLength(0);
      write(val.get(node), val.getGenericType(), out);
      separator = ',';
      Object l = left.get(node);
      Object r = right.get(node);
      nodes.add(l == null ? missing : l);
      nodes.add(r == null ? missing : r);
    }
    out.append(']');
  }

  static void quote(String s, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      int special = "\"\\\b\f\n\r\t".indexOf(c);
      if (special >= 0) {
        out.append('\\').append("\"\\bfnrt".charAt(special));
      } else if (Character.isHighSurrogate(c) && i + 1 < s.length() && Character.isLowSurrogate(s.charAt(i + 1))) {
        out.append(c).append(s.charAt(++i));
      } else if (c < 0x20 || Character.isSurrogate(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** Writes a number as JavaScript does. Double.toString is not the shortest text before JDK 19. */
  static void real(double v, StringBuilder out) {
    if (Double.isNaN(v)) {
      out.append("NaN");
      return;
    }
    if (v < 0) {
      out.append('-');
      v = -v;
    }
    if (Double.isInfinite(v)) {
      out.append("Infinity");
      return;
    }
    if (v == 0) {
      out.append('0');
      return;
    }
    BigDecimal exact = new BigDecimal(v);
    BigDecimal best = new BigDecimal(Double.toString(v));
    for (int digits = best.stripTrailingZeros().precision(); digits > 0; digits--) {
      BigDecimal found = null;
      // The nearest; or, above a power of two, where the gap is wider, the one on the other side.
      for (RoundingMode mode : new RoundingMode[] {RoundingMode.UP, RoundingMode.DOWN, RoundingMode.HALF_EVEN}) {
        BigDecimal rounded = exact.round(new MathContext(digits, mode));
        if (rounded.doubleValue() == v) {
          found = rounded;
        }
      }
      if (found == null) {
        break;
      }
      best = found;
    }
    best = best.stripTrailingZeros();
    String digits = best.unscaledValue().toString();
    int count = digits.length();
    int point = count - best.scale();
    if (count <= point && point <= 21) {
      out.append(digits);
      for (int i = count; i < point; i++) {
        out.append('0');
      }
    } else if (0 < point && point <= 21) {
      out.append(digits, 0, point).append('.').append(digits, point, count);
    } else if (-6 < point && point <= 0) {
      out.append("0.");
      for (int i = point; i < 0; i++) {
        out.append('0');
      }
      out.append(digits);
    } else {
      out.append(digits.charAt(0));
      if (count > 1) {
        out.append('.').append(digits, 1, count);
      }
      out.append('e').append(point > 0 ? '+' : '-').append(Math.abs(point - 1));
    }
  }
}
