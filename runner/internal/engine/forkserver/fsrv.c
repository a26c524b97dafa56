/*
 * The fork server of ExeCRE for C, C++ and Rust programs. It stands where main begins: each request makes a fork
 * of the process as it is there, and that fork goes on into main. Loading, linking and static constructors are
 * paid once.
 *
 * Two ways in:
 *   linked:     cc -O2 -c fsrv.c, then link the program with fsrv.o and -Wl,--wrap=main
 *   preloaded:  cc -O2 -shared -fPIC -DEXECRE_PRELOAD -o fsrv.so fsrv.c -ldl, then LD_PRELOAD=fsrv.so
 * Without EXECRE_SERVE in the environment the program is as if this were not there.
 *
 * File descriptors 0, 1 and 2 are files that the client empties and rewinds before a request; requests come on 3,
 * replies go to 4. The protocol is described in the package runner/internal/engine.
 *
 * What is decided before main is the same in every execution: addresses, and what global variables were
 * initialised from time or randomness. So what an execution shows is confirmed by a fresh start.
 *
 * It allocates nothing and uses no stdio, so that a fork stays cheap and the program finds the library untouched.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REQUESTS = 3, REPLIES = 4 };
enum { FLAG_LEFT = 1, FLAG_DOUBT = 2 };
enum { REQUEST_SIZE = 28, REPLY_SIZE = 24 };

static uint64_t get(const unsigned char *from, int bytes) {
    uint64_t value = 0;
    while (bytes-- > 0) value = value << 8 | from[bytes];
    return value;
}

static void put(unsigned char *to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++, value >>= 8) to[i] = (unsigned char)value;
}

static int read_all(unsigned char *to, size_t size) {
    while (size > 0) {
        ssize_t n = read(REQUESTS, to, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        to += n;
        size -= (size_t)n;
    }
    return 1;
}

/* A client that is gone wants nothing more: no destructors, no flushing. */
static void write_all(const unsigned char *from, size_t size) {
    while (size > 0) {
        ssize_t n = write(REPLIES, from, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(0);
        from += n;
        size -= (size_t)n;
    }
}

/* Why forks from here would not behave like fresh starts; empty if they will. */
static const char *unfit(void) {
    struct stat task;
    if (lseek(0, 0, SEEK_CUR) != 0) return "it reads its input before main begins";
    if (lseek(1, 0, SEEK_CUR) != 0 || lseek(2, 0, SEEK_CUR) != 0) return "it prints before main begins";
    /* A fork has only the thread that forked. The folder has a link for each thread, and two of its own. */
    if (stat("/proc/self/task", &task) != 0) return "it cannot be seen whether it has threads before main begins";
    if (task.st_nlink > 3) return "it starts threads before main begins";
    return "";
}

/*
 * fork leaves out the page table of a file mapping in which no page was ever written: the fork can fault it in again.
 * Here that is half of what it faults in at all. So one byte of each read-only segment is written, as it was.
 * Where the system allows no memory that is both writable and executable, all stays as it is.
 */
static int keep_page_tables(struct dl_phdr_info *info, size_t size, void *page) {
    (void)size;
    uintptr_t mask = *(uintptr_t *)page - 1;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_filesz == 0) continue;
        if ((segment->p_flags & (PF_R | PF_W)) != PF_R) continue;
        uintptr_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        volatile unsigned char *first = (volatile unsigned char *)start;
        size_t length = ((end + mask) & ~mask) - (start & ~mask);
        /* Executable memory remains so, for we may be in it, and some systems would not let it become so again. */
        int protection = PROT_READ | (segment->p_flags & PF_X ? PROT_EXEC : 0);
        if (mprotect((void *)(start & ~mask), length, protection | PROT_WRITE) != 0) continue;
        *first = *first;
        mprotect((void *)(start & ~mask), length, protection);
    }
    return 0;
}

static void limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit now;
    if (soft == 0 || getrlimit(resource, &now) != 0) return;
    if (hard > now.rlim_max) hard = now.rlim_max;
    now.rlim_max = hard;
    now.rlim_cur = soft < hard ? soft : hard;
    setrlimit(resource, &now);
}

/* What a process does between the fork and main. */
static void begin(const unsigned char *request, pid_t server, int dumpable) {
    close(REQUESTS);
    close(REPLIES);
    setpgid(0, 0); /* may be forbidden */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server) _exit(0);
    prctl(PR_SET_DUMPABLE, dumpable);
    uint64_t cpu = get(request + 4, 8), size = get(request + 12, 8), space = get(request + 20, 8);
    limit(RLIMIT_CPU, cpu, cpu + 1);
    limit(RLIMIT_FSIZE, size, size);
    limit(RLIMIT_AS, space, space);
}

static uint64_t microseconds(const struct rusage *used) {
    return (uint64_t)used->ru_utime.tv_sec * 1000000u + (uint64_t)used->ru_utime.tv_usec +
           (uint64_t)used->ru_stime.tv_sec * 1000000u + (uint64_t)used->ru_stime.tv_usec;
}

/* Ends and reaps what the execution left behind. Its orphans are our children, as PID 1 or as subreaper. */
static int left_behind(pid_t server, pid_t group, uint64_t *cpu, uint64_t *peak) {
    struct rusage used;
    int killed = 0;
    for (;;) {
        pid_t pid = wait4(-1, NULL, killed ? 0 : WNOHANG, &used);
        if (pid > 0) {
            *cpu += microseconds(&used);
            if ((uint64_t)used.ru_maxrss * 1024u > *peak) *peak = (uint64_t)used.ru_maxrss * 1024u;
        } else if (pid == 0) {
            if (server != 1) {
                kill(-group, SIGKILL);
                return FLAG_LEFT; /* others may have left the group; the client ends us, and with us all of them */
            }
            kill(-1, SIGKILL); /* all of our namespace but us */
            killed = 1;
        } else if (errno != EINTR) {
            return 0;
        }
    }
}

/* Returns in every execution of the program, and at once if the program is not to be served. */
static void serve(void) {
    unsigned char request[REQUEST_SIZE], reply[REPLY_SIZE], hello[8] = "EXC1";
    if (getenv("EXECRE_SERVE") == NULL) return;
    unsetenv("EXECRE_SERVE");
    unsetenv("LD_PRELOAD");

    pid_t server = getpid();
    int dumpable = prctl(PR_GET_DUMPABLE);
    prctl(PR_SET_DUMPABLE, 0); /* the executions are not to look into or to change the server */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const char *reason = unfit();
    put(hello + 4, strlen(reason), 4);
    write_all(hello, sizeof hello);
    write_all((const unsigned char *)reason, strlen(reason));
    if (reason[0] != 0) _exit(0);

    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(keep_page_tables, &page);
    while (read_all(request, sizeof request)) {
        struct rusage used;
        int status = 0, flags = 0;
        uint64_t cpu = 0, peak = 0;
        pid_t pid = fork();
        if (pid == 0) {
            begin(request, server, dumpable);
            return;
        }
        if (pid < 0) {
            flags = FLAG_DOUBT;
        } else {
            pid_t ended;
            do ended = wait4(pid, &status, 0, &used);
            while (ended < 0 && errno == EINTR);
            if (ended == pid) {
                cpu = microseconds(&used);
                peak = (uint64_t)used.ru_maxrss * 1024u;
            } else {
                flags = FLAG_DOUBT; /* the program ignores SIGCHLD, so the kernel keeps no status */
            }
            flags |= left_behind(server, pid, &cpu, &peak);
        }
        put(reply, (uint32_t)status, 4);
        put(reply + 4, (uint32_t)flags, 4);
        put(reply + 8, cpu, 8);
        put(reply + 16, peak, 8);
        write_all(reply, sizeof reply);
    }
    _exit(0);
}

typedef int main_function(int, char **, char **);

#ifdef EXECRE_PRELOAD
#include <dlfcn.h>

typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static main_function *program_main;

static int served_main(int argc, char **argv, char **envp) {
    serve();
    return program_main(argc, argv, envp);
}

start_function __libc_start_main;

int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
    start_function *start;
    void *found = dlsym(RTLD_NEXT, "__libc_start_main");
    if (found == NULL) _exit(127);
    memcpy(&start, &found, sizeof start); /* ISO C has no cast from object to function pointers */
    program_main = main;
    return start(served_main, argc, argv, init, fini, rtld_fini, stack_end);
}
#else
main_function __real_main, __wrap_main;

int __wrap_main(int argc, char **argv, char **envp) {
    serve();
    return __real_main(argc, argv, envp);
}
#endif
