# The zygote of ExeCRE: python3 FLAGS zygote.py SOURCE behaves, for each request, as python3 FLAGS SOURCE does.
#
# It compiles SOURCE once, imports what SOURCE imports first, and makes a fork of itself for each execution. File
# descriptors 0, 1 and 2 are files that the client empties and rewinds before a request; requests come on 3, replies go
# to 4. The protocol is described in the package runner/internal/engine. It works with CPython and PyPy, from 3.8.
#
# What differs from a fresh start: the hash seed is the same in all executions of one zygote, a look at the frames
# below the program's own finds the zygote's, and with PyPy recursion ends a frame or two earlier.
given = dict(globals())  # what the interpreter puts into __main__
import sys
initial = set(sys.modules)
import _signal as signal, gc, os, resource

REQUESTS, REPLIES = 3, 4
LEFT, DOUBT = 1, 2
cpython = sys.implementation.name == "cpython"
own_file = __file__
source = sys.argv[1]

# Importing one of these does nothing that a program could notice. random takes a new seed in each fork by itself.
PRELOAD = frozenset((
    "abc array bisect calendar cmath collections contextlib copy datetime decimal enum fractions functools heapq io "
    "itertools json math numbers operator os queue random re statistics string struct textwrap threading time typing "
    "types dataclasses").split())


def read_all(size):
    data = b""
    while len(data) < size:
        part = os.read(REQUESTS, size - len(data))
        if not part:
            os._exit(0)  # the client is gone, and with it whoever could want something to be flushed
        data += part
    return data


def hello(reason=""):
    text = reason.encode("utf-8", "replace")
    os.write(REPLIES, b"EXC1" + len(text).to_bytes(4, "little") + text)
    if reason:
        os._exit(0)


def imported_first(tree):
    """The modules that the statements at the top of a source import."""
    for node in tree.body:
        kind = type(node).__name__
        if kind == "Import":
            for alias in node.names:
                yield alias.name
        elif kind == "ImportFrom" and node.level == 0:
            yield node.module


def prepare():
    """Makes everything as it is where a program begins; gives its code and what compiling it printed."""
    if hasattr(sys, "orig_argv"):
        del sys.orig_argv[-len(sys.argv)]
    del sys.argv[0]
    folder = os.path.dirname(os.path.realpath(source))
    beside = set()
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        sys.path[0] = folder
        # The program's own modules go before those of the standard library, but not for us.
        beside = {name.split(".")[0] for name in os.listdir(folder)}
        if "resource" in beside:
            hello("it has a module of the name resource")  # os.wait4 would import it
    for name in set(sys.modules) - initial:
        if name != "resource":
            del sys.modules[name]  # the program shall find as little as in a fresh start
    try:
        with open(source, "rb") as file:
            text = file.read()
        if b"coding" not in b"".join(text.splitlines()[:2]):
            text.decode()  # in comments the compiler does not mind, but a fresh start does
        tree = compile(text, source, "exec", 0x400, True)  # ast.PyCF_ONLY_AST, without what importing ast costs
        os.ftruncate(2, 0)
        os.lseek(2, 0, os.SEEK_SET)  # the second time it gives the same warnings
        code = compile(text, source, "exec", 0, True)
    except (OSError, SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
        hello("it does not compile")
    sys.stderr.flush()
    warnings = os.pread(2, os.lseek(2, 0, os.SEEK_CUR), 0)
    if not beside & PRELOAD:
        for name in imported_first(tree):
            if name.split(".")[0] in PRELOAD:
                try:
                    __import__(name)
                except ImportError:
                    pass  # the program shall find out
    if os.lseek(0, 0, os.SEEK_CUR) != 0:
        hello("something reads its input before it begins")
    if os.lseek(1, 0, os.SEEK_CUR) != 0:
        hello("something prints before it begins")
    try:
        threads = os.stat("/proc/self/task").st_nlink - 2
    except OSError:
        hello("it cannot be seen whether something has threads before it begins")
    if threads > 1:
        hello("something starts threads before it begins")
    return code, warnings


def control():
    """The C library's prctl. Without a process namespace it is needed to see orphans, and to die with the server."""
    if os.getpid() == 1:
        return None
    try:
        import ctypes
        prctl = ctypes.CDLL(None).prctl
        if prctl(36, 1, 0, 0, 0) != 0:  # PR_SET_CHILD_SUBREAPER
            raise OSError
    except (ImportError, OSError, AttributeError):
        hello("this interpreter cannot see what its executions leave behind (it lacks ctypes)")
    return prctl


def limit(what, soft, hard):
    if soft:
        ceiling = resource.getrlimit(what)[1]
        if ceiling != resource.RLIM_INFINITY:
            hard = min(hard, ceiling)
        resource.setrlimit(what, (min(soft, hard), hard))


def usage(used, before=(0, 0)):
    return before[0] + int((used.ru_utime + used.ru_stime) * 1e6), max(before[1], used.ru_maxrss * 1024)


def left_behind(group, used):
    """Ends and reaps what the execution left behind: its orphans are our children."""
    flags = 0
    wait = os.WNOHANG
    try:
        while True:
            pid, _, more = os.wait4(-1, wait)
            if pid:
                used = usage(more, used)
            elif os.getpid() == 1:
                os.kill(-1, signal.SIGKILL)  # all of our namespace but us
                wait = 0
            else:
                flags = LEFT  # others may have left the group: the client ends us, and with us all of them
                os.killpg(group, signal.SIGKILL)
                break
    except (ChildProcessError, ProcessLookupError):
        pass
    return flags, used


def serve(prctl):
    """Returns in every execution of the program."""
    server = os.getpid()
    dumpable = prctl(3, 0, 0, 0, 0) if prctl else 1  # PR_GET_DUMPABLE
    if prctl:
        prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE: the executions are not to look into the server
    interrupt = signal.signal(signal.SIGINT, signal.SIG_DFL)  # PID 1 is immune to what it does not handle
    gc.collect()
    gc.disable()
    if hasattr(gc, "freeze"):
        gc.freeze()
    hello()
    while True:
        request = read_all(28)
        try:
            pid = os.fork()
        except OSError:
            os.write(REPLIES, (DOUBT << 32).to_bytes(24, "little"))
            continue
        if pid == 0:
            break
        try:
            os.setpgid(pid, pid)
        except OSError:
            pass  # forbidden, or the fork has done it and is gone
        _, status, used = os.wait4(pid, 0)
        flags, used = left_behind(pid, usage(used))
        os.write(REPLIES, status.to_bytes(4, "little") + flags.to_bytes(4, "little") +
                 used[0].to_bytes(8, "little") + used[1].to_bytes(8, "little"))
    os.close(REQUESTS)
    os.close(REPLIES)
    try:
        os.setpgid(0, 0)
    except OSError:
        pass
    if prctl:
        prctl(1, 9, 0, 0, 0)  # PR_SET_PDEATHSIG
        prctl(4, dumpable, 0, 0, 0)
        if os.getppid() != server:
            os._exit(0)
    signal.signal(signal.SIGINT, interrupt)
    cpu, size, space = (int.from_bytes(request[k:k + 8], "little") for k in (4, 12, 20))
    limit(resource.RLIMIT_CPU, cpu, cpu + 1)
    limit(resource.RLIMIT_FSIZE, size, size)
    limit(resource.RLIMIT_AS, space, space)
    gc.enable()


# How deep a recursion goes that begins where the program does: its own module takes one level of the limit. The last
# level is that of the call which fails.
DEPTH = compile("""
def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
deepest = depth(2)
""", own_file, "exec")


def hide_levels(levels):
    """Lets the program recurse as deep as without what is below it here."""
    getlimit, setlimit, most = sys.getrecursionlimit, sys.setrecursionlimit, 2**31 - 1

    def getrecursionlimit():
        return getlimit() - (levels if getlimit() < most else 0)

    def setrecursionlimit(limit, /):
        setlimit(min(limit + levels, most) if isinstance(limit, int) and 0 < limit <= most else limit)

    setlimit(getlimit() + levels)
    sys.getrecursionlimit, sys.setrecursionlimit = getrecursionlimit, setrecursionlimit


def exit_status(end):
    """What the interpreter makes of a SystemExit."""
    code = end.code
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 255 if -2**63 <= code < 2**63 else 255
    if sys.stderr is not None:
        sys.stderr.write(str(code) + "\n")
    return 1


def without_us(error):
    """An exception without our frames: those below the program, and those of our functions that it called."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == own_file:
        trace = trace.tb_next
    error = error.with_traceback(trace)
    while trace is not None:
        if trace.tb_next is not None and trace.tb_next.tb_frame.f_code.co_filename == own_file:
            trace.tb_next = None
        trace = trace.tb_next
    return error


def report(error):
    """Prints an exception that nothing caught; gives the exit status."""
    error = without_us(error)
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except SystemExit as end:
        return exit_status(end)
    except BaseException as second:
        sys.stderr.write("Error in sys.excepthook:\n")
        second = without_us(second)
        sys.__excepthook__(type(second), second, second.__traceback__)
        sys.stderr.write("\nOriginal exception was:\n")
        sys.__excepthook__(type(error), error, error.__traceback__)
    return 1


def flushed(complaining):
    """Flushes stdout and stderr as the interpreter does at its end; reports whether that worked."""
    worked = True
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name, None)
        try:
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()
        except BaseException as error:
            worked = False
            if complaining and name == "stdout" and sys.stderr is not None:
                try:
                    sys.stderr.write("Exception ignored in: %r\n%s: %s\n" % (stream, type(error).__name__, error))
                except BaseException:
                    pass
    return worked


def finish(namespace, status):
    """Ends the process as the interpreter does, but for taking itself apart, which takes longer than all the rest."""
    threading = sys.modules.get("threading")
    if threading is not None:
        try:
            threading._shutdown()
        except BaseException as error:
            report(error)
    atexit = sys.modules.get("atexit")
    if atexit is not None:
        try:
            atexit._run_exitfuncs()
        except BaseException:
            pass  # it has printed it
    worked = flushed(complaining=True)
    # Files that are still open are flushed, and destructors run, when nothing refers to them any more.
    for private in (True, False):
        for name in list(namespace):
            if isinstance(name, str) and name != "__builtins__" and (name[:1] == "_" and name[1:2] != "_") == private:
                namespace[name] = None
    gc.collect()
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    if not flushed(complaining=worked) or not worked:
        status = 120
    if status < 0:  # KeyboardInterrupt
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(status)


zygote = sys.modules["__main__"]  # kept, for with it would go these names
code, warnings = prepare()
main = type(sys)("__main__")
main.__dict__.clear()
main.__dict__.update(given)
main.__file__ = source
if given.get("__loader__") is not None:
    main.__loader__ = type(given["__loader__"])("__main__", source)

if cpython:
    probe = {}
    exec(DEPTH, probe)
    levels = sys.getrecursionlimit() - probe["deepest"]
    hide_levels(levels)
serve(control())

sys.modules["__main__"] = main
if warnings:
    os.write(2, warnings)
status, error = 0, None
try:
    exec(code, main.__dict__)
except SystemExit as end:
    if not cpython:
        raise
    status = exit_status(end)
except BaseException as failure:
    error = failure
if error is not None:  # not where it is caught: it would be the context of whatever is raised there
    status = report(error)
    if isinstance(error, KeyboardInterrupt):
        status = -1
if cpython:
    finish(main.__dict__, status)
# PyPy knows which files are open only while it ends in its own way, and that is quick.
if status < 0:
    flushed(complaining=False)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
sys.exit(status)
