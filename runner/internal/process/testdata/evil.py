"""Tries what a program under test must not be able to do, and prints what came of each attempt."""
import ctypes, errno, os, signal, socket, sys, threading, time

user, private, us, tcp, marker = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
secret = user + "/secret"
libc = ctypes.CDLL(None, use_errno=True)


def attempt(name, act):
    try:
        result = act()
        print(name + ":", "done" if result is None else result)
    except OSError as e:
        print(name + ":", errno.errorcode.get(e.errno, e.errno))
    except RuntimeError:
        print(name + ":", "RuntimeError")
    sys.stdout.flush()


def call(name, *args):
    if getattr(libc, name)(*args) < 0:
        raise OSError(ctypes.get_errno(), name)


def append():
    with open(secret, "a") as f:
        f.write("evil")


def shell():
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
        os.dup2(1, 2)
        os.execv("/bin/sh", ["sh", "-c", "exec 3< " + secret])
    return {0: "done"}.get(os.waitpid(pid, 0)[1], "refused")


def tcp_connect():
    socket.create_connection(("127.0.0.1", tcp), 10).close()


def udp_send():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", tcp))


def unix_connect():
    socket.socket(socket.AF_UNIX).connect(user + "/socket")


def descriptors():
    for fd in range(3, 200):
        try:
            os.write(fd, b"evil")
        except OSError:
            continue
        return "descriptor %d" % fd
    return "none"


def work():
    os.mkdir(private + "/folder")
    with open(private + "/folder/a", "w") as f:
        f.write("mine")
    os.rename(private + "/folder/a", private + "/folder/b")
    os.unlink(private + "/folder/b")
    os.rmdir(private + "/folder")
    with open("/dev/null", "w") as f:
        f.write("x")
    os.urandom(8)


def threads():
    wait, running = threading.Event(), []
    try:
        for _ in range(1000):
            t = threading.Thread(target=wait.wait)
            t.start()
            running.append(t)
    except RuntimeError:
        pass
    wait.set()
    for t in running:
        t.join()
    return "done" if len(running) == 1000 else "only %d" % len(running)


attempt("works in its folder", work)
attempt("reads a user's file", lambda: open(secret).close())
attempt("lists a user's folder", lambda: (os.listdir(user), None)[1])
attempt("reads /etc/passwd", lambda: open("/etc/passwd").close())
attempt("appends", append)
attempt("truncates", lambda: os.truncate(secret, 0))
attempt("opens truncating", lambda: os.close(os.open(secret, os.O_RDONLY | os.O_TRUNC)))
attempt("creates", lambda: os.close(os.open(user + "/new", os.O_CREAT | os.O_WRONLY)))
attempt("renames", lambda: os.rename(user + "/prey", user + "/gone"))
attempt("links into its folder", lambda: os.link(secret, private + "/link"))
attempt("chmod", lambda: os.chmod(secret, 0o666))
attempt("utime", lambda: os.utime(secret, (1, 1)))
attempt("unlinks", lambda: os.unlink(user + "/victim"))
attempt("reads through a shell", shell)
attempt("tcp", tcp_connect)
attempt("udp", udp_send)
attempt("unix socket", unix_connect)
attempt("signals us", lambda: os.kill(us, 0))
attempt("signals its parent", lambda: os.kill(os.getppid(), 0) if os.getppid() else "no parent")
attempt("ptrace", lambda: call("ptrace", 0x4206, us, 0, 0))  # PTRACE_SEIZE
attempt("our memory", lambda: os.close(os.open("/proc/%d/mem" % us, os.O_RDWR)))
attempt("new namespace", lambda: call("unshare", 0x10000000))  # CLONE_NEWUSER
attempt("descriptors", descriptors)
attempt("1000 threads", threads)
for way in range(3):  # three that outlive their parent: a child, one of another group, one of another session
    if os.fork() == 0:
        if way > 0:
            [None, os.setpgrp, os.setsid][way]()
        if way == 2 and os.fork() > 0:
            os._exit(0)
        time.sleep(1000)
print("end")
sys.stdout.flush()
time.sleep(1000)
