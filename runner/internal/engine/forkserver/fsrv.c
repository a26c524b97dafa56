/*
 * The fork server of ExeCRE for C, C++ and Rust programs. It stands where main begins: each request makes a fork
 * of the process as it is there, and that fork goes on into main. Loading, linking and static constructors are
 * paid once. Where it can, a fork serves further requests: see "Reuse of a fork" below.
 *
 * Two ways in:
 *   linked:     cc -O2 -c fsrv.c, then link the program with fsrv.o and
 *               -Wl,--wrap=main,--wrap=_exit,--wrap=__mmap,--wrap=__munmap,--wrap=__mremap
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
#include <fcntl.h>
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
enum { FLAG_LEFT = 1, FLAG_DOUBT = 2, FLAG_TIDY = 8 };
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
    struct itimerval timer;
    if (lseek(0, 0, SEEK_CUR) != 0) return "it reads its input before main begins";
    if (lseek(1, 0, SEEK_CUR) != 0 || lseek(2, 0, SEEK_CUR) != 0) return "it prints before main begins";
    /* A fork has only the thread that forked. The folder has a link for each thread, and two of its own. */
    if (stat("/proc/self/task", &task) != 0) return "it cannot be seen whether it has threads before main begins";
    if (task.st_nlink > 3) return "it starts threads before main begins";
    /* All forks would read on where the one before has ended. The system gives the lowest numbers first. */
    for (int file = REPLIES + 1; file < REPLIES + 64; file++)
        if (fcntl(file, F_GETFD) >= 0) return "it opens files before main begins";
    /* A fork has none of these. */
    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++)
        if (getitimer(which, &timer) != 0 || timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0)
            return "it sets a timer before main begins";
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

static void rewind_files(void) {
    for (int file = 0; file <= 2; file++) lseek(file, 0, SEEK_SET);
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

/* The peak of the resident set. */
static uint64_t bytes(const struct rusage *used) { return (uint64_t)used->ru_maxrss * 1024u; }

/* How a fork has ended. */
struct outcome {
    int status, flags;
    uint64_t cpu, peak; /* microseconds, bytes */
};

/* Ends and reaps what the execution left behind. Its orphans are our children, as PID 1 or as subreaper. */
static int left_behind(pid_t server, pid_t group, struct outcome *out) {
    struct rusage used;
    int killed = 0;
    for (;;) {
        pid_t pid = wait4(-1, NULL, killed ? 0 : WNOHANG, &used);
        if (pid > 0) {
            out->cpu += microseconds(&used);
            if (bytes(&used) > out->peak) out->peak = bytes(&used);
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

/* Waits until a fork, or fork has failed, and all that it started have ended. */
static struct outcome outcome_of(pid_t server, pid_t pid) {
    struct outcome out = {0, 0, 0, 0};
    struct rusage used;
    pid_t ended = -1;
    if (pid > 0) {
        do ended = wait4(pid, &out.status, 0, &used);
        while (ended < 0 && errno == EINTR);
    }
    if (ended > 0) {
        out.cpu = microseconds(&used);
        out.peak = bytes(&used);
    } else {
        out.flags = FLAG_DOUBT; /* perhaps the program ignores SIGCHLD, so that the kernel keeps no status */
    }
    if (pid > 0) out.flags |= left_behind(server, pid, &out);
    return out;
}

static void fill_reply(unsigned char *reply, const struct outcome *out) {
    put(reply, (uint32_t)out->status, 4);
    put(reply + 4, (uint32_t)out->flags, 4);
    put(reply + 8, out->cpu, 8);
    put(reply + 16, out->peak, 8);
}

/* What the server does after a fork has ended. */
enum { REPLY, WAIT, EXECUTE, EXECUTE_PLAINLY };

/*
 * Reuse of a fork
 *
 * A fork costs far more than most executions. So it serves the next requests itself: where the program ends, by exit or
 * by returning from main, all is done that exit does, but in place of the last step, _exit, the fork replies, puts its
 * memory back to what it was at the beginning of main, and goes there again with the next request. The server only waits
 * for its end.
 *
 * What is promised: an execution finds what it would find in a fork of its own.
 * - Memory is put back by the page: what there was at the beginning of main is copied back, what came since is zero
 *   again or gone, on the heap, on the stack and in what malloc has mapped. So is the floating point environment.
 * - That is promised of a program that has nothing else mapped, and handles no signal, where main begins. Others get plain forks.
 * - What the kernel keeps for a process is not put back. Instead a filter lets only those system calls pass that leave
 *   nothing there but the offsets of the files 0, 1 and 2, which are rewound, and the end of the heap. Any other
 *   call, to open a file, to start a thread, to learn the CPU time, kills the fork before it has done anything. Then
 *   the server empties and rewinds the files and has the request executed by a plain fork.
 * - A request with other limits, and what follows an execution that has used much memory or time or that a signal has
 *   ended, get a new fork. A program for which this happens too often gets plain forks for good.
 * - The CPU time that is told is that of one execution; the peak memory is that of the fork so far, which MOST_GROWTH
 *   bounds.
 *
 * What is not: a program that sets out to can find out, for instance by the CPU time that the processor itself counts.
 * One that jumps to our own system call, the only place from which the filter lets everything pass, can lie
 * about itself; it reaches nobody else. The kernel tells (mincore) which pages a program has touched, but for one that
 * was swapped out within the execution.
 *
 * It needs a static program, for only there the C library is linked with what is wrapped here, glibc and x86-64. Everywhere
 * else all forks are plain.
 */
#if !defined EXECRE_PRELOAD && defined __x86_64__ && defined __LP64__ && defined __GLIBC__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

enum {
    PAGE = 4096,
    MOST_KEPT = 512,             /* pages that a program may have at the beginning of main */
    MOST_GROWTH = 16 << 20,      /* bytes, of the resident set of one fork */
    MOST_CPU = 500000,           /* microseconds of one fork: its RLIMIT_CPU counts all of its executions */
    MOST_EXECUTIONS = 256,       /* of one fork */
    MOST_MAPPED = 64,            /* mappings that malloc has at a time */
    MOST_ADDRESSES = 1 << 30,    /* of the writable memory of a program: to look through more takes too long */
    DISAPPOINTMENT = 4, MOST_DISAPPOINTMENTS = 12,
    SIGNALS_SIZE = 8,            /* of the kernel's sigset_t */
    STACK_SIZE = 16384
};

/* What the server and a fork that is reused know of each other. */
enum {
    BEGINNING,   /* if it ends then it is not able to do this */
    EXECUTING,
    REPLIED,     /* and waits for a request, or ends */
    HANDED_OVER, /* it has read a request for which it is not fit */
};
struct shared {
    volatile uint32_t state;
    volatile uint32_t executions; /* that it has replied to */
    volatile uint64_t cpu;        /* microseconds that it had used when the last execution began */
    unsigned char request[REQUEST_SIZE]; /* that it hands over */
};

/* Where execre_mark was called, and the floating point environment there. Known to the assembly. */
struct place {
    uint64_t registers[8];
    uint32_t mxcsr;
    unsigned char x87[28];
};

struct region {
    uintptr_t start, end;
    int whole; /* every page counts as present */
};

struct page {
    uintptr_t at;
    unsigned char *kept; /* a copy */
};

/* The memory of ours that is not put back. The server prepares it, and its forks share what they do not change. */
struct own {
    struct place place;
    struct region regions[4];
    struct { uintptr_t start, size; } mapped[MOST_MAPPED];
    struct page *pages, lists[2][MOST_KEPT];
    size_t count, slots; /* of pages; of kept */
    size_t zero;         /* pages that were present and zero */
    size_t visited;      /* a counter of the visits */
    uintptr_t end_of_heap;
    uint64_t signals;    /* that are blocked */
    uint64_t cpu, least; /* microseconds when the execution began; bytes of the resident set at first */
    unsigned char request[REQUEST_SIZE]; /* the first */
    int disappointments;                 /* of the server with its forks */
    unsigned char present[16384] __attribute__((aligned(PAGE)));
    unsigned char stack[STACK_SIZE];
    unsigned char kept[MOST_KEPT][PAGE];
};

/* They have a place far from everything, where nothing is next to them that grows. */
#define OWN ((struct own *)0x200000000000)
#define SHARED ((struct shared *)0x210000000000)
enum { IMAGE, BSS, HEAP, STACK };

/* Twice, for a program that overwrites them shall end as it does without us. */
static uintptr_t reused_mark[2];

static int reused(void) { return reused_mark[0] == (uintptr_t)OWN && reused_mark[1] == ~(uintptr_t)OWN; }

long execre_call(long number, long a, long b, long c, long d, long e, long f);
int execre_mark(struct place *) __attribute__((returns_twice));
void execre_back(const struct place *) __attribute__((noreturn));
void execre_aside(void *stack, void (*)(long), long) __attribute__((noreturn));
long execre_shadow_stack(void);
extern const char execre_called[] __attribute__((visibility("hidden")));

__asm__(
    ".pushsection .text\n"
    ".hidden execre_call, execre_called, execre_mark, execre_back, execre_aside, execre_shadow_stack\n"
    ".globl execre_call, execre_called, execre_mark, execre_back, execre_aside, execre_shadow_stack\n"
    /* A system call from the one place from which the filter lets everything pass. */
    ".type execre_call, @function\n"
    "execre_call:\n"
    "  mov %rdi, %rax; mov %rsi, %rdi; mov %rdx, %rsi; mov %rcx, %rdx; mov %r8, %r10; mov %r9, %r8; mov 8(%rsp), %r9\n"
    "  syscall\n"
    "execre_called:\n"
    "  ret\n"
    /* Returns 0, and 1 each time that execre_back is called, once the stack is as it was. */
    ".type execre_mark, @function\n"
    "execre_mark:\n"
    "  mov %rbx, (%rdi); mov %rbp, 8(%rdi); mov %r12, 16(%rdi); mov %r13, 24(%rdi); mov %r14, 32(%rdi); mov %r15, 40(%rdi)\n"
    "  lea 8(%rsp), %rax; mov %rax, 48(%rdi); mov (%rsp), %rax; mov %rax, 56(%rdi)\n"
    "  stmxcsr 64(%rdi); fnstenv 68(%rdi); fldenv 68(%rdi)\n"
    "  xor %eax, %eax\n"
    "  ret\n"
    ".type execre_back, @function\n"
    "execre_back:\n"
    "  fninit; fldenv 68(%rdi); ldmxcsr 64(%rdi)\n"
    "  mov (%rdi), %rbx; mov 8(%rdi), %rbp; mov 16(%rdi), %r12; mov 24(%rdi), %r13; mov 32(%rdi), %r14; mov 40(%rdi), %r15\n"
    "  pushq $0x202; popfq\n"
    "  mov 48(%rdi), %rsp; mov $1, %eax\n"
    "  jmp *56(%rdi)\n"
    /* Goes on in a function on another stack. */
    ".type execre_aside, @function\n"
    "execre_aside:\n"
    "  mov %rdi, %rsp; mov %rdx, %rdi; xor %ebp, %ebp; pushq $0x202; popfq\n"
    "  call *%rsi\n"
    "  hlt\n"
    /* rdsspq: not 0 where return addresses are kept twice, so that no stack can be put back. */
    ".type execre_shadow_stack, @function\n"
    "execre_shadow_stack:\n"
    "  xor %eax, %eax; .byte 0xf3, 0x48, 0x0f, 0x1e, 0xc8\n"
    "  ret\n"
    ".popsection\n");

static long own_call(long number, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d) {
    return execre_call(number, (long)a, (long)b, (long)c, (long)d, 0, 0);
}

static void leave(long status) __attribute__((noreturn));
static void leave(long status) {
    for (;;) own_call(SYS_exit_group, (uintptr_t)status, 0, 0, 0);
}

/* The library's functions for this may be reached by way of memory that the program can have overwritten. */
typedef uint64_t __attribute__((may_alias)) word;
enum { WORDS = PAGE / sizeof(word) };

static int differ(uintptr_t page, const unsigned char *kept) {
    const word *a = (const word *)page, *b = (const word *)(const void *)kept;
    for (int i = 0; i < WORDS; i += 4)
        if (((a[i] ^ b[i]) | (a[i + 1] ^ b[i + 1]) | (a[i + 2] ^ b[i + 2]) | (a[i + 3] ^ b[i + 3])) != 0) return 1;
    return 0;
}

static int is_zero(uintptr_t page) {
    const word *a = (const word *)page;
    for (int i = 0; i < WORDS; i += 4)
        if ((a[i] | a[i + 1] | a[i + 2] | a[i + 3]) != 0) return 0;
    return 1;
}

static void copy_page(void *to, const void *from) {
    size_t n = WORDS;
    __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static void clear_page(uintptr_t page) {
    size_t n = WORDS;
    __asm__ volatile("rep stosq" : "+D"(page), "+c"(n) : "a"(0L) : "memory");
}

/* Reports whether memory is there. Of each page it is noted whether the program has touched it. */
static int look(uintptr_t start, uintptr_t end) {
    return own_call(SYS_mincore, start, end - start, (uintptr_t)OWN->present, 0) == 0;
}

static uintptr_t page_after(uintptr_t at) { return (at + PAGE - 1) & ~(uintptr_t)(PAGE - 1); }

/* How far down memory goes that is there at least from start to end. */
static uintptr_t bottom(uintptr_t start, uintptr_t least) {
    size_t step = PAGE;
    while (start - least >= step && look(start - step, start)) {
        start -= step;
        if (step < sizeof OWN->present * PAGE) step *= 2;
    }
    for (; step >= PAGE; step /= 2)
        if (start - least >= step && look(start - step, start)) start -= step;
    return start;
}

/* Visits the pages that are present or kept, until a visit fails. */
static int each_page(int (*visit)(uintptr_t, unsigned char *)) {
    const struct page *next = OWN->pages, *last = next + OWN->count;
    const unsigned char *present = OWN->present;
    for (int r = 0; r <= STACK; r++) {
        const struct region *region = &OWN->regions[r];
        for (uintptr_t part = region->start, end; part < region->end; part = end) {
            end = region->end - part > sizeof OWN->present * PAGE ? part + sizeof OWN->present * PAGE : region->end;
            if (!region->whole && !look(part, end)) return 0;
            for (uintptr_t at = part; at < end; at += PAGE) {
                size_t i = (at - part) / PAGE;
                if (next < last && next->at == at) {
                    if (!visit(at, (next++)->kept)) return 0;
                } else if (region->whole || present[i] & 1) {
                    if (!visit(at, NULL)) return 0;
                } else if (i % 8 == 0 && *(const word *)(const void *)(present + i) == 0 &&
                           (next == last || next->at < at || next->at - at >= 8 * PAGE)) {
                    at += 7 * PAGE; /* a glance at eight: there may be very many */
                }
            }
        }
    }
    return 1;
}

static int keep(uintptr_t at, unsigned char *kept) {
    struct page *list = OWN->lists[OWN->pages == OWN->lists[0]];
    if (kept == NULL) {
        if (is_zero(at)) {
            OWN->zero++;
            return 1;
        }
        if (OWN->slots == MOST_KEPT) return 0;
        kept = OWN->kept[OWN->slots++];
    }
    if (differ(at, kept)) copy_page(kept, (const void *)at);
    list[OWN->visited].at = at;
    list[OWN->visited++].kept = kept;
    return 1;
}

/* Keeps what is to be put back: all of it, or what has changed since. */
static int keep_all(void) {
    OWN->zero = OWN->visited = 0;
    if (!each_page(keep)) return 0;
    OWN->pages = OWN->lists[OWN->pages == OWN->lists[0]];
    OWN->count = OWN->visited;
    return 1;
}

static int put_back(uintptr_t at, unsigned char *kept) {
    if (kept != NULL) {
        if (differ(at, kept)) copy_page((void *)at, kept);
        return 1;
    }
    if (!is_zero(at)) clear_page(at);
    return ++OWN->visited <= OWN->zero + MOST_GROWTH / PAGE;
}

static int put_all_back(void) {
    for (int i = 0; i < MOST_MAPPED; i++) {
        if (OWN->mapped[i].size == 0) continue;
        if (own_call(SYS_munmap, OWN->mapped[i].start, OWN->mapped[i].size, 0, 0) != 0) return 0;
        OWN->mapped[i].size = 0;
    }
    if ((uintptr_t)own_call(SYS_brk, OWN->end_of_heap, 0, 0, 0) != OWN->end_of_heap) return 0;
    OWN->visited = 0;
    OWN->regions[STACK].start = bottom(OWN->regions[STACK].start, OWN->regions[STACK].end - MOST_ADDRESSES);
    return each_page(put_back);
}

/* Starts an execution, for which all is as at the beginning of main. */
static void start_again(void) __attribute__((noreturn));
static void start_again(void) {
    struct rusage used;
    own_call(SYS_getrusage, RUSAGE_SELF, (uintptr_t)&used, 0, 0);
    OWN->cpu = SHARED->cpu = microseconds(&used);
    SHARED->state = EXECUTING;
    execre_back(&OWN->place);
}

/* Where the first execution of a fork begins, so that it does as the others do. */
static void start_first(long unused) {
    struct rusage used;
    (void)unused;
    own_call(SYS_getrusage, RUSAGE_SELF, (uintptr_t)&used, 0, 0);
    OWN->least = bytes(&used);
    if (!keep_all()) leave(0);
    start_again();
}

/* Replies to an execution that has ended, and begins the next. */
static void next_execution(long status) {
    struct rusage used;
    uint64_t signals;
    unsigned char reply[REPLY_SIZE], request[REQUEST_SIZE];
    own_call(SYS_rt_sigprocmask, SIG_SETMASK, 0, (uintptr_t)&signals, SIGNALS_SIZE);
    if (signals != OWN->signals) leave(status); /* one that is blocked may be on its way to us */
    own_call(SYS_getrusage, RUSAGE_SELF, (uintptr_t)&used, 0, 0);
    uint64_t cpu = microseconds(&used), peak = bytes(&used);
    const struct outcome out = {(int)(status & 255) << 8, FLAG_TIDY, cpu - OWN->cpu, peak};
    for (uintptr_t file = 0; file <= 2; file++) own_call(SYS_lseek, file, 0, SEEK_SET, 0);
    fill_reply(reply, &out);
    uint32_t executions = ++SHARED->executions;
    SHARED->state = REPLIED;
    if (own_call(SYS_write, REPLIES, (uintptr_t)reply, sizeof reply, 0) != REPLY_SIZE) leave(1);
    if (executions >= MOST_EXECUTIONS || cpu > MOST_CPU || peak > OWN->least + MOST_GROWTH) leave(0);
    if (!put_all_back()) leave(0);
    size_t have = 0;
    while (have < sizeof request) {
        long n = own_call(SYS_read, REQUESTS, (uintptr_t)request + have, sizeof request - have, 0);
        if (n <= 0) leave(0);
        have += (size_t)n;
    }
    for (size_t i = 4; i < sizeof request; i++) {
        if (request[i] == OWN->request[i]) continue;
        for (i = 0; i < sizeof request; i++) SHARED->request[i] = request[i];
        SHARED->state = HANDED_OVER;
        leave(0);
    }
    start_again();
}

void __real__exit(int) __attribute__((noreturn));
void __wrap__exit(int) __attribute__((noreturn));
void *__wrap___mmap(void *, size_t, int, int, int, off_t);
int __wrap___munmap(void *, size_t);
void *__wrap___mremap(void *, size_t, size_t, int);

void __wrap__exit(int status) {
    if (reused()) execre_aside(OWN->stack + STACK_SIZE, next_execution, status);
    __real__exit(status);
}

/* The mapping that starts and is as long as it is said; with 0 a place for one. -1 if there is none. */
static int mapping(uintptr_t start, size_t size) {
    for (int i = 0; i < MOST_MAPPED; i++)
        if (OWN->mapped[i].size == size && (size == 0 || OWN->mapped[i].start == start)) return i;
    return -1;
}

static void *mapped(int i, long start, size_t size) {
    if (start < 0 && start > -PAGE) {
        errno = (int)-start;
        return MAP_FAILED;
    }
    OWN->mapped[i].start = (uintptr_t)start;
    OWN->mapped[i].size = size;
    return (void *)start;
}

/* The mappings of malloc are undone. Others die of the filter in the functions that are not wrapped. */
void *__wrap___mmap(void *start, size_t size, int protection, int flags, int file, off_t offset) {
    int i;
    if (reused() && start == NULL && size != 0 && flags == (MAP_PRIVATE | MAP_ANONYMOUS) && (i = mapping(0, 0)) >= 0) {
        size = page_after(size);
        return mapped(i, execre_call(SYS_mmap, 0, (long)size, protection, flags, -1, 0), size);
    }
    return mmap(start, size, protection, flags, file, offset);
}

int __wrap___munmap(void *start, size_t size) {
    int i;
    if (reused() && size != 0 && (i = mapping((uintptr_t)start, size)) >= 0) {
        OWN->mapped[i].size = 0;
        return (int)own_call(SYS_munmap, (uintptr_t)start, size, 0, 0);
    }
    return munmap(start, size);
}

void *__wrap___mremap(void *start, size_t size, size_t wanted, int flags) {
    int i;
    if (reused() && size != 0 && wanted % PAGE == 0 && flags == MREMAP_MAYMOVE &&
        (i = mapping((uintptr_t)start, size)) >= 0) {
        long got = own_call(SYS_mremap, (uintptr_t)start, size, wanted, MREMAP_MAYMOVE);
        return mapped(i, got, wanted);
    }
    return mremap(start, size, wanted, flags);
}

/* A call that passes from everywhere, if its arguments are within bounds: those are given by their halves, two each. */
struct passes {
    uint32_t number;
    struct { uint32_t half, least, most; } bounds[2];
};

/* Puts the process under the filter that keeps it from leaving anything behind. */
static int confine(void) {
    uint32_t process = (uint32_t)getpid();
    const uint32_t first = 2 * 0, second = 2 * 1, third = 2 * 2, fourth = 2 * 3, all = ~(uint32_t)0;
    const struct passes list[] = {
        {SYS_write, {{first, 1, 2}}}, {SYS_writev, {{first, 1, 2}}}, {SYS_pwrite64, {{first, 1, 2}}},
        {SYS_read, {{first, 0, 0}}}, {SYS_readv, {{first, 0, 0}}}, {SYS_pread64, {{first, 0, 0}}},
        {SYS_lseek, {{first, 0, 2}}}, {SYS_fstat, {{first, 0, 2}}}, {SYS_ioctl, {{first, 0, 2}, {second, 0x5401, 0x5401}}},
        {SYS_newfstatat, {{first, 0, 2}, {fourth, 0x1000, 0x1000}}}, /* AT_EMPTY_PATH */
        {SYS_brk, {{0, 0, all}}}, {SYS_exit_group, {{0, 0, all}}}, {SYS_exit, {{0, 0, all}}},
        {SYS_getrandom, {{0, 0, all}}}, {SYS_gettimeofday, {{0, 0, all}}}, {SYS_time, {{0, 0, all}}},
        {SYS_clock_gettime, {{first, 0, 1}}}, {SYS_clock_getres, {{0, 0, all}}}, /* 2, 3: time that our executions share */
        {SYS_nanosleep, {{0, 0, all}}}, {SYS_clock_nanosleep, {{first, 0, 1}}}, {SYS_sched_yield, {{0, 0, all}}},
        {SYS_futex, {{second, 1, 1}}}, {SYS_futex, {{second, 129, 129}}}, /* FUTEX_WAKE: there is nobody */
        {SYS_sysinfo, {{0, 0, all}}}, {SYS_uname, {{0, 0, all}}}, {SYS_getpid, {{0, 0, all}}}, {SYS_gettid, {{0, 0, all}}},
        {SYS_getrlimit, {{0, 0, all}}}, {SYS_prlimit64, {{third, 0, 0}, {third + 1, 0, 0}}},
        /* abort, which the process does not survive: it cannot say what becomes of signals. */
        {SYS_rt_sigprocmask, {{0, 0, all}}}, {SYS_tgkill, {{first, process, process}, {third, SIGABRT, SIGABRT}}},
    };
    struct sock_filter filter[16 + 10 * sizeof list / sizeof list[0]];
    struct sock_fprog program = {0, filter};
    uint64_t here = (uint64_t)(uintptr_t)execre_called;
    size_t n = 0;
#define ADD(code, k, yes, no) \
    filter[n++] = (struct sock_filter)BPF_JUMP((unsigned short)(code), (uint32_t)(k), (unsigned char)(yes), (unsigned char)(no))
#define LOAD(offset) ADD(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0)
#define IF(compare, k, yes, no) ADD(BPF_JMP | (compare) | BPF_K, k, yes, no)
#define RETURN(what) ADD(BPF_RET | BPF_K, what, 0, 0)
    LOAD(offsetof(struct seccomp_data, arch));
    IF(BPF_JEQ, AUDIT_ARCH_X86_64, 1, 0);
    RETURN(SECCOMP_RET_TRAP);
    LOAD(offsetof(struct seccomp_data, instruction_pointer));
    IF(BPF_JEQ, here & 0xffffffff, 0, 3);
    LOAD(offsetof(struct seccomp_data, instruction_pointer) + 4);
    IF(BPF_JEQ, here >> 32, 0, 1);
    RETURN(SECCOMP_RET_ALLOW);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        LOAD(offsetof(struct seccomp_data, nr));
        int both = list[i].bounds[1].half != 0;
        IF(BPF_JEQ, list[i].number, 0, both ? 7 : 4);
        for (int b = 0; b <= both; b++) {
            unsigned char out = (unsigned char)(both && b == 0 ? 5 : 2);
            LOAD(offsetof(struct seccomp_data, args) + 4 * list[i].bounds[b].half);
            IF(BPF_JGE, list[i].bounds[b].least, 0, out);
            IF(BPF_JGT, list[i].bounds[b].most, out - 1, 0);
        }
        RETURN(SECCOMP_RET_ALLOW);
    }
    RETURN(SECCOMP_RET_TRAP); /* not KILL, of which the kernel writes into its log */
    program.len = (unsigned short)n;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

/* Returns in every execution of a fork, of which the first is for request. */
static void become_reused(const unsigned char *request, int error) {
    if (execre_mark(&OWN->place) != 0) return;
    memcpy(OWN->request, request, REQUEST_SIZE);
    own_call(SYS_rt_sigprocmask, SIG_SETMASK, 0, (uintptr_t)&OWN->signals, SIGNALS_SIZE);
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); /* a huge page takes long to put back */
    if (!confine()) leave(0);
    reused_mark[0] = (uintptr_t)OWN;
    reused_mark[1] = ~(uintptr_t)OWN;
    errno = error;
    execre_aside(OWN->stack + STACK_SIZE, start_first, 0);
}

/* Where a program, or what the kernel gives to it in the same form, lies in memory. */
static struct region extent(const ElfW(Phdr) *segments, int count, uintptr_t base) {
    struct region all = {~(uintptr_t)0, 0, 1};
    for (int i = 0; i < count; i++) {
        if (segments[i].p_type != PT_LOAD) continue;
        uintptr_t start = base + segments[i].p_vaddr, end = page_after(start + segments[i].p_memsz);
        if (start < all.start) all.start = start & ~(uintptr_t)(PAGE - 1);
        if (end > all.end) all.end = end;
    }
    return all;
}

/* Finds the memory of a static program: what is writable, and all of it. */
static int find_image(struct dl_phdr_info *info, size_t size, void *all) {
    struct region *image = &OWN->regions[IMAGE], *bss = &OWN->regions[BSS];
    (void)size;
    *(struct region *)all = extent(info->dlpi_phdr, info->dlpi_phnum, info->dlpi_addr);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_INTERP) break;
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W)) continue;
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (image->end != 0) start = image->end = 0; /* a second one, which nobody has seen yet */
        if (start == 0) break;
        image->start = start & ~(uintptr_t)(PAGE - 1);
        image->end = bss->start = page_after(start + segment->p_filesz);
        bss->end = page_after(start + segment->p_memsz);
        image->whole = 1; /* of a file, where mincore tells something else */
    }
    return 1; /* the program comes first, and nothing else is of interest */
}

static int mapped_at(void *wanted, size_t size, int protection, int flags) {
    void *got = mmap(wanted, size, protection, flags | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != MAP_FAILED && got != wanted) munmap(got, size); /* a kernel before Linux 4.17 */
    return got == wanted;
}

/* What the kernel has mapped: its code, and below it data, which alone of all memory here madvise does not take. */
static struct region of_the_kernel(void) {
    struct region found = {0, 0, 1};
    uintptr_t base = getauxval(AT_SYSINFO_EHDR);
    if (base == 0) return found;
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)base;
    found = extent((const ElfW(Phdr) *)(base + header->e_phoff), header->e_phnum, base);
    while (madvise((void *)(found.start - PAGE), PAGE, MADV_DOFORK) != 0 && errno == EINVAL) found.start -= PAGE;
    return found;
}

/* Reports whether nothing is mapped but the image, what is put back, what the kernel has mapped, and our own. */
static int nothing_else(struct region image) {
    const uintptr_t own = (uintptr_t)OWN, shared = (uintptr_t)SHARED;
    struct region known[] = {{1 << 20, 1 << 20, 1}, image, OWN->regions[HEAP], OWN->regions[STACK], of_the_kernel(),
                             {own, own + sizeof *OWN, 1}, {shared, shared + PAGE, 1}};
    const size_t count = sizeof known / sizeof known[0];
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0 && known[j].start < known[j - 1].start; j--) {
            struct region before = known[j - 1];
            known[j - 1] = known[j];
            known[j] = before;
        }
    }
    for (size_t i = 1; i < count; i++) {
        uintptr_t start = known[i - 1].end, size = known[i].start - start;
        if (known[i].start <= start) continue;
        if (!mapped_at((void *)start, size, PROT_NONE, MAP_PRIVATE | MAP_NORESERVE)) return 0;
        munmap((void *)start, size);
    }
    return 1;
}

/* Reports whether a signal has a handler: the first to come may take it away. */
static int handles_signals(void) {
    struct sigaction action;
    for (int number = 1; number < NSIG; number++)
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) return 1;
    return 0;
}

static void give_reuse_up(void) {
    munmap(OWN, sizeof *OWN);
    munmap(SHARED, PAGE);
}

/* Prepares the server for forks that are reused. Reports whether that is possible. */
static int prepare_reuse(void) {
    const char *name = (const char *)(uintptr_t)getauxval(AT_EXECFN); /* the last on the stack, but for a zero word */
    if (handles_signals() || execre_shadow_stack() != 0 || sysconf(_SC_PAGESIZE) != PAGE || name == NULL) return 0;
    if (!mapped_at(OWN, sizeof *OWN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE)) return 0;
    if (!mapped_at(SHARED, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED)) {
        munmap(OWN, sizeof *OWN);
        return 0;
    }
    struct region *image = &OWN->regions[IMAGE], *bss = &OWN->regions[BSS];
    struct region *heap = &OWN->regions[HEAP], *stack = &OWN->regions[STACK];
    struct region all = {0, 0, 1};
    dl_iterate_phdr(find_image, &all);
    OWN->end_of_heap = (uintptr_t)own_call(SYS_brk, 0, 0, 0, 0);
    heap->end = page_after(OWN->end_of_heap);
    heap->start = bottom(heap->end, bss->end);
    stack->end = (uintptr_t)name + strlen(name) + 1 + sizeof(void *);
    uintptr_t here = (uintptr_t)&name & ~(uintptr_t)(PAGE - 1);
    int fit = image->end != 0 && image->end - image->start <= MOST_KEPT * PAGE && bss->end - bss->start <= MOST_ADDRESSES &&
              heap->end - heap->start <= MOST_ADDRESSES && here < stack->end && stack->end % PAGE == 0;
    if (fit) {
        stack->start = bottom(here + PAGE, heap->end);
        fit = stack->end - stack->start <= MOST_ADDRESSES && nothing_else(all) && keep_all();
    }
    if (!fit) give_reuse_up();
    return fit;
}

static void before_reuse(void) {
    SHARED->state = BEGINNING;
    SHARED->executions = 0;
}

static int worth_reuse(void) { return OWN->disappointments < MOST_DISAPPOINTMENTS; }

/* What the server is to do after the end of a fork that was to be reused. */
static int after_reuse(struct outcome *out, unsigned char *request) {
    uint32_t state = SHARED->state, executions = SHARED->executions;
    int refused = state == EXECUTING && WIFSIGNALED(out->status) && WTERMSIG(out->status) == SIGSYS;
    int *disappointments = &OWN->disappointments;
    if (state == BEGINNING) *disappointments = MOST_DISAPPOINTMENTS;
    else if (refused || (executions < 2 && state != HANDED_OVER)) *disappointments += DISAPPOINTMENT;
    else *disappointments -= (int)executions < *disappointments ? (int)executions : *disappointments;
    if (state == REPLIED) return WAIT;
    if (state == HANDED_OVER) {
        memcpy(request, SHARED->request, REQUEST_SIZE);
        return EXECUTE;
    }
    if (state == EXECUTING && !refused) {
        out->cpu -= SHARED->cpu;
        return REPLY;
    }
    if (ftruncate(1, 0) != 0 || ftruncate(2, 0) != 0) return REPLY;
    return EXECUTE_PLAINLY;
}
#else
/* Here all forks are plain. */
static int prepare_reuse(void) { return 0; }
static void before_reuse(void) {}
static void become_reused(const unsigned char *request, int error) { (void)request, (void)error; }
static int after_reuse(const struct outcome *out, const unsigned char *request) { return (void)out, (void)request, REPLY; }
static int worth_reuse(void) { return 1; }
static void give_reuse_up(void) {}
#endif

/* Returns in every execution of the program, and at once if the program is not to be served. */
static void serve(void) {
    unsigned char request[REQUEST_SIZE], reply[REPLY_SIZE], hello[8] = "EXC1";
    if (getenv("EXECRE_SERVE") == NULL) return;
    int error = errno; /* the program shall find it as it was */
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
    int reuse = prepare_reuse(), next = WAIT;
    for (;;) {
        if (next == WAIT && !read_all(request, sizeof request)) _exit(0);
        int reusing = reuse && next != EXECUTE_PLAINLY;
        if (reusing) before_reuse();
        rewind_files(); /* the program may have opened them anew, so that the client does not reach their offsets */
        pid_t pid = fork();
        if (pid == 0) {
            begin(request, server, dumpable);
            if (reusing) {
                become_reused(request, error);
                return;
            }
            close(REQUESTS);
            close(REPLIES);
            if (reuse) give_reuse_up();
            errno = error;
            return;
        }
        struct outcome out = outcome_of(server, pid);
        next = reusing ? after_reuse(&out, request) : REPLY;
        if (next == REPLY) {
            fill_reply(reply, &out);
            write_all(reply, sizeof reply);
            next = WAIT;
        }
        if (reusing && !worth_reuse()) {
            give_reuse_up();
            reuse = 0;
        }
    }
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
