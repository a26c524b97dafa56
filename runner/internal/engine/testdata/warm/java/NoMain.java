// unfit: NoSuchMethodException
public class NoMain { static int x; }
