// A program that shows what it finds at its beginning, as the first word of its input says, and then tries to leave
// something behind. The second word is a number.
#include <cerrno>
#include <cfenv>
#include <climits>
#include <clocale>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <iomanip>
#include <iostream>
#include <map>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#include <xmmintrin.h>

struct Loud {
    int value = 1;
    std::string text = "constructed before main, and longer than what is kept inside";
    ~Loud() { if (value != 1) printf("destroyed with %d, %s\n", value, text.c_str()); }
};

static int set = 7, unset;
static Loud loud;
static std::map<int, int> before{{1, 1}, {2, 4}};
static std::exception_ptr kept;
static thread_local int own = 5;
static thread_local Loud own_loud;
static char huge[300 << 20];
static jmp_buf place;
static std::once_flag once;
static int (*pointer)(const char *) = puts;
static volatile unsigned char *volatile sink;

static unsigned sum(const volatile unsigned char *p, size_t n) {
    unsigned s = 0;
    for (size_t i = 0; i < n; i++) s += p[i];
    return s;
}

static void fill(volatile unsigned char *p, int value, size_t n) {
    for (size_t i = 0; i < n; i++) p[i] = (unsigned char)value;
}

// What is below the frame of main: so deep that nothing was there before it, neither here nor in a server.
static __attribute__((noinline)) unsigned stack(int value) {
    volatile unsigned char frame[256 << 10];
    sink = frame;
    unsigned found = sum(sink, 200 << 10);
    if (value) fill(sink, value, 200 << 10);
    return found;
}

// A frame that is hardly touched.
static __attribute__((noinline)) unsigned wide(int value) {
    volatile unsigned char frame[200 << 20];
    sink = frame;
    unsigned found = sink[5] + sink[100 << 20];
    sink[5] = sink[100 << 20] = (unsigned char)value;
    return found;
}

static __attribute__((noinline)) long deep(long n) {
    volatile char frame[100];
    frame[n % 100] = 1;
    return n == 0 ? 0 : deep(n - 1) + frame[n % 100];
}

static __attribute__((noinline)) void ends(long n, int status) {
    if (n == 0) exit(status);
    ends(n - 1, status);
    sink = nullptr;
}

static void heap(size_t size, int value) {
    // The first words are the allocator's.
    unsigned char *p = (unsigned char *)malloc(size), *q = (unsigned char *)malloc(size);
    sink = p;
    printf("%u ", sum(sink + 64, size - 64));
    fill(sink, value, size);
    sink = q;
    printf("%u ", sum(sink + 64, size - 64));
    fill(sink, value, size);
    free(p);
}

int main(int, char **argv) {
    char what[64] = "";
    int n = 0, e = errno;
    if (scanf("%63s %d", what, &n) != 2) return 77;
    std::string w = what;
    if (w == "globals") {
        printf("%d %d %d %s %zu\n", set, unset, loud.value, loud.text.c_str(), before.size());
        set += n, unset += n, loud.value += n, loud.text += "!", before[n] = n;
        pointer("pointer");
        pointer = [](const char *) { return puts("left behind"); };
    } else if (w == "statics") {
        static Loud local;
        static int constructed = [] { puts("constructed"); return 3; }();
        printf("%d %d\n", local.value, constructed);
        local.value += n, constructed += n;
        std::call_once(once, [] { puts("once"); });
    } else if (w == "heap") {
        for (size_t size : {1000, 20000, 100000, 130000, 1000000}) heap(size, n);
        puts("");
    } else if (w == "mapped") {
        std::vector<int> leaked;
        for (int i = 0; i < n * 20000; i++) leaked.push_back(i);
        new std::vector<int>(std::move(leaked));
        unsigned char *p = (unsigned char *)malloc(200000);
        p = (unsigned char *)realloc(p, 1500000 + n * 100000);
        sink = p;
        printf("%u\n", sum(sink + 200000, 1300000));
        fill(sink, n, 1500000);
        p = (unsigned char *)realloc(p, 300000);
    } else if (w == "many-mapped") {
        for (int i = 0; i < 200; i++) sink = (unsigned char *)malloc(150000), *sink = 1;
        puts("done");
    } else if (w == "heap-end") {
        unsigned char *end = (unsigned char *)sbrk(0);
        unsigned char *got = (unsigned char *)sbrk(n * 10000);
        sink = got;
        printf("%d %u\n", got == end, sum(sink, (size_t)n * 10000));
        fill(sink, n, (size_t)n * 10000);
        long raw = syscall(SYS_brk, 0);
        printf("%ld\n", raw - (long)end);
    } else if (w == "heap-below") {
        puts("low");
        fflush(stdout);
        sbrk(-8192);
        _exit(0);
    } else if (w == "beyond-heap") {
        if (n > 5) sink = (unsigned char *)sbrk(1 << 20), fill(sink, 1, 1 << 20), puts("grown");
        else sink = (unsigned char *)syscall(SYS_brk, 0) + (256 << 10), printf("%d\n", *sink);
    } else if (w == "stack") {
        printf("%u\n", stack(n));
    } else if (w == "wide") {
        printf("%u\n", wide(n));
    } else if (w == "huge") {
        printf("%u %u %u\n", sum((unsigned char *)huge, 5000), huge[n << 20], sum((unsigned char *)huge + sizeof huge - 100, 100));
        fill((unsigned char *)huge, n, 1 << 20);
        huge[n << 20] = 1, huge[sizeof huge - 1] = 1, huge[(n << 12) + (100 << 20)] = 1;
        printf("%d\n", huge[(300 - n) << 19]);
    } else if (w == "errno") {
        printf("%d\n", e);
        errno = n;
    } else if (w == "random") {
        printf("%d %d ", rand(), rand());
        srand((unsigned)n);
        printf("%d %f\n", rand(), drand48());
    } else if (w == "strtok") {
        char text[] = "a b c";
        char *one = strtok(nullptr, " ");
        printf("%d\n", one != nullptr);
        strtok(text, " ");
    } else if (w == "calendar") {
        time_t t = 86400 * n;
        printf("%s", asctime(gmtime(&t)));
    } else if (w == "buffers") {
        static char buffer[100];
        printf("%d", setvbuf(stdout, n > 5 ? buffer : nullptr, n > 5 ? _IOFBF : _IONBF, sizeof buffer));
        for (int i = 0; i < 200; i++) printf(" %d", i);
        ungetc('x', stdin);
        printf(" %c\n", getc(stdin));
    } else if (w == "streams") {
        std::cout << std::cout.precision() << ' ' << std::cout.flags() << ' ' << std::cout.fill() << ' ' << std::cout.width() << ' '
                  << std::cin.rdstate() << ' ' << (std::cin.tie() == &std::cout) << ' ' << 1.0 / 3 << ' ' << 255 << '\n';
        std::ios::sync_with_stdio(false);
        std::cin.tie(nullptr);
        std::string word;
        while (std::cin >> word) std::cout << word << ' ';
        std::cout << std::hex << std::showbase << std::fixed << std::setprecision(n) << std::setfill('*') << std::setw(9) << n << '\n';
        std::cin.exceptions(std::ios::badbit);
        std::cout.setf(std::ios::unitbuf);
        std::clog << "log without an end";
        static char more[100000];
        std::cout.rdbuf()->pubsetbuf(more, sizeof more);
        std::cout << std::setw(n * 3);
    } else if (w == "at-exit") {
        atexit([] { puts("first"); });
        atexit([] { puts("second"); });
        at_quick_exit([] { puts("quick"); });
        if (n > 5) fflush(stdout), quick_exit(0);
    } else if (w == "exits-at-exit") {
        atexit([] { puts("bye"); exit(4); });
    } else if (w == "jumps") {
        int got = setjmp(place);
        if (got < n) longjmp(place, got + 1);
        sigjmp_buf with_signals;
        if (sigsetjmp(with_signals, 1) == 0) siglongjmp(with_signals, 1);
        printf("%d\n", got);
    } else if (w == "exceptions") {
        printf("%d %d\n", kept == nullptr, std::uncaught_exceptions());
        try {
            before.at(1000 + n);
        } catch (const std::exception &x) {
            kept = std::current_exception();
            puts(x.what());
        }
        std::set_terminate([] { puts("terminated"); _exit(9); });
        struct Exits { ~Exits() { exit(0); } };
        if (n > 5) try { Exits x; throw 1; } catch (int) {}
    } else if (w == "terminates") {
        if (n > 5) throw std::runtime_error("thrown");
        puts("fine");
    } else if (w == "thread-local") {
        printf("%d %d\n", own, own_loud.value);
        own = n, own_loud.value = n;
    } else if (w == "floating") {
        volatile double one = 1, three = 3;
        volatile float tiny = 1e-30f;
        volatile long double first = 1, third = 3;
        unsigned short control;
        __asm__ volatile("fnstcw %0" : "=m"(control));
        printf("%d %d %x %x %.20f %g %.25Lf\n", fegetround(), fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT), _mm_getcsr() & ~63u, control,
               one / three, tiny * 1e-10f, first / third);
        fesetround(n > 5 ? FE_UPWARD : FE_DOWNWARD);
        one = one / (three - 3);
        _mm_setcsr(_mm_getcsr() | 0x8040); // denormals are zero
        control = (unsigned short)(control & ~0x300); // single precision
        __asm__ volatile("fldcw %0; fld1; fld1" : : "m"(control));
        printf("%g\n", tiny * 1e-10f);
    } else if (w == "arguments") {
        printf("%s %c %s\n", getenv("GIVEN"), argv[0][0], getenv("LEFT") ? getenv("LEFT") : "none");
        argv[0][0] = 'X';
        getenv("GIVEN")[0] = 'X';
        setenv("LEFT", what, 1);
        argv[0] = nullptr;
        unsetenv("PATH");
    } else if (w == "locale") {
        puts(setlocale(LC_ALL, nullptr));
        setlocale(LC_ALL, "C.UTF-8");
    } else if (w == "deep") {
        printf("%ld\n", deep(n * 5000));
    } else if (w == "too-deep") {
        printf("%ld\n", deep(n * 100000));
    } else if (w == "exit") {
        atexit([] { puts("bye"); });
        ends(n, n > 5 ? 0 : 3);
    } else if (w == "_exit") { printf("lost"); _exit(n > 5 ? 0 : 300); }
    else if (w == "_Exit") { printf("lost"); _Exit(n); }
    else if (w == "thread-exit") { puts("ended"); pthread_exit(nullptr); }
    else if (w == "abort") { if (n > 5) abort(); puts("fine"); }
    else if (w == "segv") { puts("lost"); if (n > 5) *(volatile int *)nullptr = 1; }
    else if (w == "sigsys") { puts("lost"); raise(SIGSYS); }
    else if (w == "trap") { if (n > 5) __builtin_trap(); puts("fine"); }
    else if (w == "blocked") {
        sigset_t all, was;
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, &was);
        printf("%d\n", sigismember(&was, SIGABRT));
        if (n > 5) raise(SIGABRT);
    } else if (w == "handler") {
        printf("%d\n", signal(SIGTERM, SIG_IGN) == SIG_DFL);
    } else if (w == "alarm") {
        printf("%u\n", alarm(1000));
    } else if (w == "reads-all") {
        int c, count = 0;
        while ((c = getchar()) != EOF) count++;
        printf("%d %d %d\n", count, feof(stdin), getchar());
    } else if (w == "reads-raw") {
        printf("%ld ", (long)lseek(0, 0, SEEK_CUR));
        char text[10] = "";
        lseek(0, 2, SEEK_SET);
        printf("%ld %s\n", (long)read(0, text, 9), text);
        fflush(stdout);
        if (pwrite(1, "at the end", 10, 100) != 10) return 1;
    } else if (w == "closes") { puts("text"); fclose(n > 5 ? stdout : stdin); }
    else if (w == "file") {
        printf("%d\n", access("left", F_OK));
        FILE *f = fopen("left", "a+");
        if (!f) return 5;
        fputs("text", f);
        printf("%ld\n", ftell(f));
    } else if (w == "folder") { printf("%d\n", access("left", F_OK)); mkdir("left", 0700); if (chdir("left")) return 5; }
    else if (w == "opens-itself") { FILE *f = fopen("/dev/stdin", "r"); char text[9] = ""; if (f && fgets(text, 9, f)) puts(text); }
    else if (w == "thread") {
        pthread_t t;
        if (pthread_create(&t, nullptr, [](void *) -> void * { puts("thread"); return nullptr; }, nullptr)) return 9;
        pthread_join(t, nullptr);
    } else if (w == "child") {
        fflush(stdout);
        if (fork() == 0) { puts("child"); exit(3); }
        wait(nullptr);
        puts("parent");
    } else if (w == "descriptors") {
        for (int i = 0; i < 1024; i++) if (fcntl(i, F_GETFD) >= 0) printf("%d ", i);
    } else if (w == "duplicates") {
        printf("%d\n", dup(1));
    } else if (w == "attacks") {
        char reply[24] = {}; // that the program exits with 0
        for (int i = 3; i < 1024; i++) if (write(i, reply, sizeof reply) >= 0) printf("wrote to %d\n", i);
        return 5;
    } else if (w == "attacks-raw") {
        for (int i = 3; i < 1024; i++) if (syscall(SYS_write, i, "attack", 6) >= 0 || syscall(SYS_read, i, huge, 6) >= 0) puts("done");
        return 5;
    } else if (w == "limits") {
        struct rlimit l;
        getrlimit(RLIMIT_CORE, &l);
        printf("%d\n", (int)l.rlim_cur);
        getrlimit(RLIMIT_NOFILE, &l);
        printf("%d\n", l.rlim_cur > 10);
        l.rlim_cur = 10;
        setrlimit(RLIMIT_NOFILE, &l);
    } else if (w == "clock") {
        printf("%d %d\n", clock() < CLOCKS_PER_SEC / 10, time(nullptr) > 0);
        for (unsigned i = 0; i < 30000000u * (unsigned)n; i++) sink = nullptr;
    } else if (w == "sleeps") {
        struct timespec t = {0, 1000000};
        printf("%d\n", nanosleep(&t, nullptr));
    } else if (w == "sorts") {
        std::vector<int> all(50000 * (size_t)n);
        for (size_t i = 0; i < all.size(); i++) all[i] = (int)(i * 7919 % 10007);
        qsort(all.data(), all.size(), sizeof(int), [](const void *a, const void *b) { return *(const int *)a - *(const int *)b; });
        printf("%d %d\n", all[1], all.back());
    } else if (w == "loop") {
        for (int i = 0; n == 0; i++) sink = nullptr;
        puts("fine");
    } else if (w == "spin") {
        for (unsigned i = 0; i < 1000000u * (unsigned)n; i++) sink = nullptr;
    } else if (w == "print") {
        std::string block((size_t)n, 'x');
        fwrite(block.data(), 1, block.size(), stdout);
    } else if (w == "use") {
        sink = (unsigned char *)malloc((size_t)n);
        if (!sink) throw std::bad_alloc();
        fill(sink, 1, (size_t)n);
        puts("fine");
    } else return 99;
    return 0;
}
