# The zygote of ExeCRE: python3 FLAGS zygote.py SOURCE behaves, for each request, as python3 FLAGS SOURCE does.
#
# It compiles SOURCE once, imports what SOURCE imports first, and makes a fork of itself for each execution. File
# descriptors 0, 1 and 2 are files that the client empties and rewinds before a request; requests come on 3, replies go
# to 4. The protocol is described in the package runner/internal/engine. It works with CPython and PyPy, from 3.8.
#
# A fork costs far more than most executions. So the fork of a tame program, of which the source shows that it has no
# means to leave something behind, takes the next requests itself, as long as each execution ends well and the objects
# that outlive it are found unchanged. Otherwise the fork ends, and the next request gets a new one. With CPython only.
# What a tame program printed, its status and its CPU time are told as of a fork of its own; its peak memory is known
# only if it is more than that of the executions before it in the same fork.
#
# SOURCE may be execre_main.py of the package runner/toolchain/function, which says in its first statement, EXECRE_CALLS,
# what it does: it executes the candidate in another file, with the names that are supplied to that. It finds the candidate
# compiled in EXECRE_CODE, and its fork is as tame as the candidate: it leaves nothing behind itself but a stdout that is
# stderr. Who imitates it deceives nobody but itself.
#
# What differs from a fresh start: the hash seed is the same in all executions of one zygote, a look at the frames
# below the program's own finds the zygote's, and with PyPy recursion ends a frame or two earlier.
given = dict(globals())  # what the interpreter puts into __main__
import sys
initial = set(sys.modules)
import _signal as signal, gc, os, resource
from _weakref import ref
from mmap import mmap

REQUESTS, REPLIES = 3, 4
LEFT, DOUBT, TIDY = 1, 2, 8
cpython = sys.implementation.name == "cpython"
own_file = __file__
source = sys.argv[1]

# Importing one of these does nothing that a program could notice. random takes a new seed in each fork by itself.
PRELOAD = frozenset((
    "abc array bisect calendar cmath collections contextlib copy datetime decimal enum fractions functools heapq io "
    "itertools json math numbers operator os queue random re statistics string struct textwrap threading time typing "
    "types dataclasses").split())

# The modules that a tame program may import, and what it may use of them: * is all that is public, for no state of
# theirs can be reached by that, or Traces looks after it.
TAME = {name: "*" for name in (
    "__future__ abc array bisect cmath collections collections.abc copy dataclasses datetime enum fractions functools "
    "heapq itertools json math numbers queue random re statistics struct typing").split()}
TAME.update({
    "contextlib": "contextmanager nullcontext suppress",
    "decimal": "Decimal InvalidOperation DivisionByZero getcontext setcontext localcontext ROUND_CEILING ROUND_DOWN "
               "ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP ROUND_05UP",
    "io": "BytesIO IOBase StringIO",
    "operator": "add and_ concat contains countOf eq floordiv ge getitem gt iadd index indexOf inv invert itemgetter "
                "le lshift lt matmul mod mul ne neg not_ or_ pos pow rshift sub truediv truth xor",
    "os": "",  # but see OWN_FILES
    "string": "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits printable punctuation "
              "whitespace",
    "sys": "argv byteorder exit float_info get_int_max_str_digits getrecursionlimit getrefcount getsizeof hash_info "
           "int_info intern maxsize maxunicode platform set_int_max_str_digits setrecursionlimit stderr stdin stdout "
           "version version_info",
    "time": "monotonic monotonic_ns perf_counter perf_counter_ns sleep time time_ns",
    "types": "SimpleNamespace",
})
# Calls that a tame program may make with a file descriptor as a constant.
OWN_FILES = {"open": (0,), "os.read": (0,), "os.fstat": (0, 1, 2), "os.write": (1, 2)}
# Names and attributes with which a program may reach or change what it has not made (register: what an abstract class
# knows of others is seen by nobody), and the dunder names with which it cannot.
WILD = {
    "Name": frozenset((
        "breakpoint compile copyright credits delattr dir eval exec getattr globals help license locals open setattr "
        "vars get_type_hints singledispatch singledispatchmethod").split()),
    "Attribute": frozenset((
        "ag_frame cr_frame f_back f_builtins f_globals f_locals gi_frame tb_frame get_type_hints register "
        "singledispatch singledispatchmethod").split()),
    "alias": frozenset("get_type_hints singledispatch singledispatchmethod".split()),  # they evaluate strings
}
WILD["MatchClass"] = WILD["Attribute"]  # a pattern reads attributes too
ORDINARY = frozenset("__%s__" % name for name in (
    "abs add and annotations bool call ceil class_getitem complex contains debug delitem divmod enter eq exit float "
    "floor floordiv format future ge getitem gt hash iadd iand ifloordiv ilshift imatmul imod imul index init int "
    "invert ior ipow irshift isub iter itruediv ixor le len length_hint lshift lt match_args matmul missing mod mul "
    "name ne neg new next or pos post_init pow radd rand rdivmod repr reversed rfloordiv rlshift rmatmul rmod rmul "
    "ror round rpow rrshift rshift rsub rtruediv rxor setitem slots str sub truediv trunc xor").split())
NO_CODE = OSError, SyntaxError, ValueError, OverflowError, RecursionError, MemoryError  # why there is none
MOST_EXECUTIONS = 64  # of one fork
MOST_GROWTH = 32 << 20  # of one fork, in bytes


def read_all(size):
    data = b""
    while len(data) < size:
        part = os.read(REQUESTS, size - len(data))
        if not part:
            os._exit(0)  # the client is gone, and with it whoever could want something to be flushed
        data += part
    return data


def next_request():
    """The next request without its arguments, once these are those of the program."""
    request = read_all(28)
    given = read_all(int.from_bytes(request[:4], "little")).split(b"\0")[:-1]
    sys.argv = [source] + [os.fsdecode(argument) for argument in given]
    if hasattr(sys, "orig_argv"):
        sys.orig_argv[command:] = sys.argv
    return request


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


def usual_streams():
    """Reports whether sys.stdin, sys.stdout and sys.stderr are of the kind that new_streams makes."""
    kinds = ("BufferedReader", "BufferedWriter", "BufferedWriter")
    for name, kind in zip(("stdin", "stdout", "stderr"), kinds):
        stream = getattr(sys, name)
        if stream is not getattr(sys, "__%s__" % name) or type(stream).__name__ != "TextIOWrapper" or (
                type(stream.buffer).__name__ != kind):
            return False
    return True


def walk(node):
    """All nodes of a tree, each with a list that it shares with what is in the same function."""
    nodes = [(node, [])]
    while nodes:
        node, function = nodes.pop()
        yield node, function
        if type(node).__name__ in ("FunctionDef", "Lambda"):
            function = []
        for field in node._fields:
            value = getattr(node, field, None)
            for part in value if isinstance(value, list) else (value,):
                if hasattr(part, "_fields"):
                    nodes.append((part, function))


def importable(name):
    try:
        __import__(name)
    except ImportError:
        return False  # the program shall find out
    return True


def tame_name(module, name):
    """Reports whether a tame program may use this of a module."""
    if TAME[module] != "*":
        return name in TAME[module].split()
    if module == "__future__":
        return True
    if name[:1] == "_":
        return False
    public = getattr(sys.modules[module], "__all__", None)
    if module == "collections" and name == "abc":
        return True
    return (name in public) if public is not None else type(getattr(sys.modules[module], name, sys)) is not type(sys)


def tame(tree, supplied):
    """The modules that a program uses of which the source shows that it cannot leave anything behind; else None. supplied
    are names that it has without importing them, each with its module."""
    modules, names, foreign = {}, set(), set()  # by the names that they have in the program; what is imported of them
    for name, module in supplied.items():
        if module not in TAME or not importable(module):
            return None
        if name == module:
            modules[name] = module
        elif hasattr(sys.modules[module], name) and not tame_name(module, name):
            return None
        names.add(module)
        foreign.add(name)
    for node, _ in walk(tree):
        kind = type(node).__name__
        if kind == "Import":
            for alias in node.names:
                if alias.name not in TAME or alias.asname and "." in alias.name or not importable(alias.name):
                    return None
                bound = alias.asname or alias.name.split(".")[0]
                modules[bound] = alias.name.split(".")[0]
                names.add(alias.name)
                foreign.add(bound)
        elif kind == "ImportFrom":
            if node.level or node.module not in TAME or not importable(node.module):
                return None
            names.add(node.module)
            for alias in node.names:
                bound = {alias.asname or alias.name: alias.name}
                if alias.name == "*":
                    inside = vars(sys.modules[node.module])
                    bound = {name: name for name in inside.get("__all__", inside) if name[:1] != "_"}
                if not all(tame_name(node.module, name) for name in bound.values()):
                    return None
                foreign.update(bound)

    fine = set()  # nodes that are looked at where they stand
    for node, function in walk(tree):
        kind = type(node).__name__
        if kind[:5] == "Async" or kind == "Await":
            return None
        if kind in ("Yield", "YieldFrom", "Try", "TryStar", "With"):
            # What is suspended there goes on when it is collected.
            function.append(kind[0] == "Y")
            if True in function and False in function:
                return None
        if kind == "Call":
            called = node.func
            path = getattr(called, "id", "")
            if type(called).__name__ == "Attribute" and getattr(called.value, "id", None) in modules:
                path = modules[called.value.id] + "." + called.attr
            if path in OWN_FILES and node.args and not node.keywords:
                first = getattr(node.args[0], "value", None)
                modes = [getattr(mode, "value", None) in ("r", "rb") for mode in node.args[1:]]
                if type(first) is int and first in OWN_FILES[path] and (path != "open" or all(modes)):
                    fine.update((called, getattr(called, "value", called)))
            elif path in ("exit", "quit"):
                fine.add(called)
        elif kind == "Attribute":
            load = type(node.ctx).__name__ == "Load"
            of = getattr(node.value, "id", None)
            if of in modules and node not in fine:
                if not load or not tame_name(modules[of], node.attr):
                    return None
                fine.add(node.value)
            root = node
            while not load and hasattr(root, "value"):
                root = root.value
            if not load and getattr(root, "id", None) in foreign:
                return None
        elif kind == "Name" and node not in fine and (node.id in modules or node.id in ("exit", "quit")):
            return None
        for field in node._fields if node not in fine and kind != "Constant" else ():
            value = getattr(node, field, None)
            for name in value if isinstance(value, list) else (value,):
                if isinstance(name, str) and (
                        name in WILD.get(kind, ()) or name[:2] == "__" == name[-2:] and name not in ORDINARY):
                    return None
    return names


def compiled(path, text):
    """The tree and the code of a source. What compiling it prints is on stderr once."""
    sys.stderr.flush()
    before = os.lseek(2, 0, os.SEEK_CUR)
    tree = compile(text, path, "exec", 0x400, True)  # ast.PyCF_ONLY_AST, without what importing ast costs
    sys.stderr.flush()
    os.ftruncate(2, before)
    os.lseek(2, before, os.SEEK_SET)  # the second time it gives the same warnings
    return tree, compile(text, path, "exec", 0, True)


def literal(node):
    """The value of a node that is a constant or a dictionary of such."""
    if type(node).__name__ == "Dict":
        return {getattr(key, "value", None): literal(value) for key, value in zip(node.keys, node.values)}
    return getattr(node, "value", None)


def called(tree):
    """What a program of the package function executes: the file, and what is supplied to it. Else None."""
    folder, name = os.path.split(os.path.abspath(source))
    first = tree.body[0] if tree.body else None
    if name != "execre_main.py" or type(first).__name__ != "Assign" or (
            getattr(first.targets[0], "id", "") != "EXECRE_CALLS"):
        return None
    calls = literal(first.value)
    if not isinstance(calls, dict):
        return None
    file, supplied = calls.get("file"), calls.get("supplied")
    if not isinstance(supplied, dict) or not all(
            isinstance(text, str) for text in (file, *supplied, *supplied.values())):
        return None
    return os.path.join(folder, file), supplied


def prepare():
    """Makes everything as it is where a program begins; gives its code, that of the candidate which it executes or None,
    what compiling them printed, and tame(it)."""
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
        tree, code = compiled(source, text)
    except NO_CODE:
        hello("it does not compile")
    candidate, trees, supplied = None, [tree], {}
    calls = called(tree)
    if calls:
        path, supplied = calls
        before = os.lseek(2, 0, os.SEEK_CUR)
        try:
            with open(path, "rb") as file:
                text = file.read()
            tree, candidate = compiled(path, text)
            trees.append(tree)
        except NO_CODE:
            supplied = {}  # the program shall find out
            sys.stderr.flush()
            os.ftruncate(2, before)
            os.lseek(2, before, os.SEEK_SET)
    sys.stderr.flush()
    warnings = os.pread(2, os.lseek(2, 0, os.SEEK_CUR), 0)
    used = None
    if not beside & PRELOAD:
        if cpython and usual_streams():
            used = tame(tree, supplied)
        for tree in trees:
            for name in imported_first(tree):
                if name.split(".")[0] in PRELOAD:
                    importable(name)
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
    return code, candidate, warnings, used


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


def limit(what, soft, hard=None):
    """Sets a limit; without a hard one for this execution only, for another may be given more."""
    ceiling = resource.getrlimit(what)[1]
    if hard is None:
        hard = ceiling
    elif soft == 0:
        return
    elif ceiling != resource.RLIM_INFINITY:
        hard = min(hard, ceiling)
    if soft == 0 or hard != resource.RLIM_INFINITY and soft > hard:
        soft = hard
    resource.setrlimit(what, (soft, hard))


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


def reply(status, flags, used):
    os.write(REPLIES, status.to_bytes(4, "little") + flags.to_bytes(4, "little") +
             used[0].to_bytes(8, "little") + used[1].to_bytes(8, "little"))


def serve(prctl, traces):
    """Returns in every fork, where the program is to be executed."""
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
        request = next_request()
        if traces:
            traces.note((0, 0), executing=True)
        try:
            pid = os.fork()
        except OSError:
            reply(0, DOUBT, (0, 0))
            continue
        if pid == 0:
            break
        _, status, used = os.wait4(pid, 0)
        flags, used = left_behind(pid, usage(used))
        if traces:
            executing, before = traces.noted()
            if not executing:
                continue  # it has replied itself
            used = since(before, used)
        reply(status, flags, used)
    if not traces:
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
    if traces:
        traces.begin(request)
    else:
        cpu, size, space = limits(request)
        limit(resource.RLIMIT_CPU, cpu, cpu + 1)
        limit(resource.RLIMIT_FSIZE, size, size)
        limit(resource.RLIMIT_AS, space, space)
    gc.enable()


def limits(request):
    return [int.from_bytes(request[k:k + 8], "little") for k in (4, 12, 20)]


def since(before, used):
    """What one execution in a fork has used, given what the fork had used before and has used now."""
    return used[0] - before[0], used[1] if used[1] > before[1] else 0


def methods(kind):
    """The functions in a class, also those of properties and static methods."""
    for value in list(vars(kind).values()):
        for name in "", "__func__", "fget", "fset", "fdel", "func":
            function = getattr(value, name, None) if name else value
            if isinstance(function, type(methods)):
                yield function


class Traces:
    """What a tame program could leave behind in its fork, and the fork's place among the executions."""

    def __init__(self, modules, moved):
        self.stdin = os.dup(0)  # open(0) closes the other
        self.stdout = os.dup(1) if moved else None  # the program lets 1 be stderr
        # The server learns from this memory, which all forks share, what it cannot ask a fork that has ended.
        self.shared = mmap(-1, 17)
        if "collections" in modules:
            modules = modules | {"collections.abc"}
        spaces = [vars(sys), vars(sys.modules["builtins"])]
        spaces += [vars(sys.modules[name]) for name in (modules & set(sys.modules)) - {"sys"}]
        watched = {id(space): space for space in spaces}
        for space in spaces:
            for value in list(space.values()):
                if isinstance(value, type):
                    for kind in (type(value),) + value.__mro__:
                        if kind.__flags__ >> 8 & 3 == 2 and id(kind) not in watched:
                            # It is on the heap and not immutable, as those of C are.
                            watched[id(kind)] = vars(kind)
                            for function in methods(kind):
                                watched[id(function)] = function.__dict__
                elif hasattr(value, "__dict__") and not isinstance(value, type(sys)) and (
                        space is not vars(sys) or isinstance(value, type(limit))):
                    watched[id(value.__dict__)] = value.__dict__
        self.watched = list(watched.values())
        self.kept = [dict(inside) for inside in self.watched]
        self.modules = len(sys.modules)
        self.random, self.decimal = sys.modules.get("random"), sys.modules.get("decimal")
        self.recursion = sys.getrecursionlimit()
        self.digits = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else 0
        self.executions, self.used, self.least = 0, (0, 0), None
        self.streams = [(type(stream), stream.encoding, stream.errors, stream.line_buffering)
                        for stream in (sys.stdin, sys.stdout, sys.stderr)]

    def note(self, used, executing):
        """Notes what the fork has used when an execution begins, or that none is going on."""
        self.shared[:] = used[0].to_bytes(8, "little") + used[1].to_bytes(8, "little") + bytes([executing])

    def noted(self):
        data = self.shared[:]
        return data[16], (int.from_bytes(data[:8], "little"), int.from_bytes(data[8:16], "little"))

    def begin(self, request):
        """Sets the limits of an execution, and remembers what is about to be given to it."""
        if self.least is None:
            self.least = usage(resource.getrusage(resource.RUSAGE_SELF))[1]
        cpu, size, space = limits(request)
        limit(resource.RLIMIT_CPU, cpu and cpu + 1 + self.used[0] // 1000000)
        limit(resource.RLIMIT_FSIZE, size)
        limit(resource.RLIMIT_AS, space)
        self.kept[0] = dict(vars(sys))

    def next(self):
        """Replies for an execution that ended well. Returns when another is to begin as in a fresh fork."""
        now = usage(resource.getrusage(resource.RUSAGE_SELF))
        self.executions += 1
        warned = os.lseek(2, 0, os.SEEK_CUR) != len(warnings)  # perhaps once only; after the reply the file is emptied
        self.note(now, executing=False)
        os.lseek(self.stdin, 0, os.SEEK_SET)
        if self.stdout is not None:
            os.dup2(self.stdout, 1)
        os.lseek(1, 0, os.SEEK_SET)
        reply(0, 0 if warned or warnings else TIDY, since(self.used, now))
        try:
            fit = (not warned and self.executions < MOST_EXECUTIONS and now[1] <= self.least + MOST_GROWTH and
                   len(sys.modules) == self.modules and self.watched == self.kept)
        except BaseException:
            fit = False
        if not fit:
            os._exit(0)
        request = next_request()
        self.note(now, executing=True)
        self.used = now
        os.dup2(self.stdin, 0)
        for fd, name in enumerate(("stdin", "stdout", "stderr")):
            wrapper, encoding, errors, line_buffering = self.streams[fd]
            mode = "w" if fd else "r"
            buffer = open(fd, mode + "b", closefd=False)  # all of this as the interpreter does it
            buffer.raw.name = "<%s>" % name
            stream = wrapper(buffer, encoding, errors, "\n", line_buffering)
            stream.mode = mode
            setattr(sys, name, stream)
            setattr(sys, "__%s__" % name, stream)
        sys.setrecursionlimit(self.recursion)
        if self.digits:
            sys.set_int_max_str_digits(self.digits)
        if self.random:
            self.random.seed()
        if self.decimal:
            self.decimal.setcontext(self.decimal.DefaultContext)
        self.begin(request)


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


def settle(status):
    """Does what the interpreter does at its end, but for taking itself apart, which takes longer than all the rest."""
    global main
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
    for name in "last_type", "last_value", "last_traceback", "last_exc":
        vars(sys).pop(name, None)
    module = ref(main)
    main = sys.modules["__main__"] = None
    gc.collect()
    namespace = {} if module() is None else vars(module())
    for private in (True, False):
        for name in list(namespace):
            if isinstance(name, str) and name != "__builtins__" and (name[:1] == "_" and name[1:2] != "_") == private:
                namespace[name] = None
    if namespace:
        gc.collect()
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    return status if flushed(complaining=worked) and worked else 120


def interrupted():
    """Ends the process as a KeyboardInterrupt does."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)


zygote = sys.modules["__main__"]  # kept, for with it would go these names
code, candidate, warnings, used = prepare()
command = len(getattr(sys, "orig_argv", ())) - 1  # so many of these go before SOURCE
if cpython:
    probe = {}
    exec(DEPTH, probe)
    levels = sys.getrecursionlimit() - probe["deepest"]
    hide_levels(levels)
prctl = control()
traces = Traces(used, candidate is not None) if used is not None else None
serve(prctl, traces)

while True:
    main = type(sys)("__main__")
    main.__dict__.clear()
    main.__dict__.update(given)
    main.__file__ = source
    if given.get("__loader__") is not None:
        main.__loader__ = type(given["__loader__"])("__main__", source)
    sys.modules["__main__"] = main
    if candidate is not None:
        main.EXECRE_CODE = candidate
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
    if not cpython:
        break
    error = None
    status = settle(status)
    if status < 0:
        interrupted()
    if status != 0 or traces is None:
        os._exit(status)
    traces.next()
# PyPy knows which files are open only while it ends in its own way, and that is quick.
if status < 0:
    flushed(complaining=False)
    interrupted()
sys.exit(status)
