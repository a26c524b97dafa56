# python3 FLAGS coverage.py OWN PROGRAM behaves as python3 FLAGS PROGRAM does, and notes which lines of the file OWN are
# executed after which others of the same call. Each pair is written when it is first seen, at once and not at the end, so
# that an execution that is killed or calls os._exit has left all of it: "after line", with 0 for the beginning of a call
# and for its end. Nothing is noted unless there is a file of that name in the folder that the program is started in.
given = dict(globals())  # what the interpreter puts into __main__
import os, sys


def cover(own, threads):
    try:
        file = os.open("execre-coverage", os.O_WRONLY | os.O_APPEND)
    except OSError:
        return
    try:  # a program may count on the numbers of the files that it opens
        import fcntl
        high = fcntl.fcntl(file, fcntl.F_DUPFD, 200)
        os.set_inheritable(high, False)
        os.close(file)
        file = high
    except (ImportError, OSError, ValueError):
        pass
    write, name, base = os.write, os.path.basename, os.path.basename(own)
    seen = set()
    mine = {}

    def note(pair):
        seen.add(pair)
        try:
            write(file, b"%d %d\n" % pair)
        except OSError:
            pass

    def trace(frame, event, arg):
        source = frame.f_code.co_filename
        if source not in mine:
            mine[source] = name(source) == base
        if not mine[source]:
            return None
        after = 0

        def local(frame, event, arg):
            nonlocal after
            if event == "line":
                line = frame.f_lineno
            elif event == "return":
                line = 0
            else:
                return local
            pair = after, line
            if pair not in seen:
                note(pair)
            after = line
            return local

        return local

    if threads:
        import threading
        threading.settrace(trace)
    sys.settrace(trace)


own, program = sys.argv[1:3]
del sys.argv[:2]
if not sys.flags.isolated:
    sys.path[0] = os.path.dirname(program)
with open(program, "rb") as source:
    text = source.read()
code = compile(text, program, "exec", dont_inherit=True)
main = type(sys)("__main__")
main.__dict__.clear()
main.__dict__.update(given, __file__=program)
coverage = sys.modules["__main__"]  # kept, for with it would go these names
sys.modules["__main__"] = main
cover(own, b"thread" in text or b"concurrent" in text)  # importing it takes time
exec(code, main.__dict__)
