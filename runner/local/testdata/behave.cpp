// A program that behaves as its first argument says. The last argument is a marker by which tests find
// processes that were left over.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csignal>
#include <pthread.h>
#include <string>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;

static void *spin(void *) {
    for (;;) sink++;
}

static long depth(long n) {
    volatile char frame[200];
    frame[n % 200] = 1;
    return n == 0 ? 0 : depth(n - 1) + frame[n % 200];
}

static void flood(FILE *to) {
    for (;;) fputs("all work and no play\n", to);
}

int main(int, char **argv) {
    std::string what = argv[1];
    if (what == "spin") spin(nullptr);
    if (what == "spin-threads") {
        for (int i = 0; i < 3; i++) {
            pthread_t t;
            if (pthread_create(&t, nullptr, spin, nullptr)) return 9;
        }
        pause();
    }
    if (what == "threads") {
        for (int i = atoi(argv[2]); i > 0; i--) {
            pthread_t t;
            if (pthread_create(&t, nullptr, [](void *) -> void * { pause(); return nullptr; }, nullptr)) return 9;
        }
        puts("done");
        fflush(stdout);
        _exit(0);
    }
    if (what == "spin-in-child") {
        if (fork() == 0) spin(nullptr);
        pause();
    }
    if (what == "sleep") pause();
    if (what == "stubborn") {
        signal(SIGTERM, SIG_IGN);
        signal(SIGINT, SIG_IGN);
        signal(SIGXCPU, SIG_IGN);
        spin(nullptr);
    }
    if (what == "flood") flood(stdout);
    if (what == "flood-stderr") flood(stderr);
    if (what == "debug") {
        fputs("begin of debug", stderr);
        for (int i = 0; i < 100000; i++) fputs("debug\n", stderr);
        fputs("end of debug", stderr);
        puts("right");
        return 0;
    }
    if (what == "silent") {
        puts("done");
        return 0;
    }
    if (what == "close-stdin") {
        close(0);
        puts("done");
        return 0;
    }
    if (what == "exit-3") {
        puts("right");
        return 3;
    }
    if (what == "segfault") {
        volatile int *p = nullptr;
        *p = 1;
    }
    if (what == "abort") abort();
    if (what == "recurse") {
        printf("%ld\n", depth(200000));
        return 0;
    }
    if (what == "allocate") {
        size_t n = atol(argv[2]) << 20;
        char *p = new char[n];
        memset(p, 1, n);
        sink = p[n / 2];
        puts("done");
        return 0;
    }
    if (what == "cat") {
        char buf[65536];
        ssize_t n;
        while ((n = read(0, buf, sizeof buf)) > 0)
            for (ssize_t k = 0, m; k < n; k += m)
                if ((m = write(1, buf + k, n - k)) <= 0) return 8;
        return 0;
    }
    if (what == "fork-holds-stdout") {
        puts("parent is done");
        fflush(stdout);
        if (fork() == 0) pause();
        return 0;
    }
    if (what == "daemon") {  // leaves group and session, then its parent
        puts("parent is done");
        fflush(stdout);
        int ready[2];
        if (pipe(ready)) return 7;
        if (fork() == 0) {
            setsid();
            if (fork() != 0) _exit(0);
            setsid();
            if (fork() == 0) pause();
            if (write(ready[1], "x", 1) != 1) _exit(1);
            pause();
        }
        char c;
        close(ready[1]);
        return read(ready[0], &c, 1) == 1 ? 0 : 6;
    }
    if (what == "read-only-folder") {
        mkdir("locked", 0755);
        FILE *f = fopen("locked/file", "w");
        if (!f) return 5;
        fclose(f);
        return mkdir("locked/below", 0) != 0;
    }
    if (what == "environment") {
        char dir[4096];
        puts(getcwd(dir, sizeof dir));
        puts(getenv("HOME"));
        puts(getenv("TMPDIR"));
        puts(getenv("GIVEN"));
        return 0;
    }
    if (what == "moments") {  // when it began and ended, in nanoseconds of the machine's clock
        for (int i = 0; i < 2; i++) {
            timespec now;
            clock_gettime(CLOCK_MONOTONIC, &now);
            printf("%lld\n", now.tv_sec * 1000000000LL + now.tv_nsec);
            if (i == 0) usleep(2000);
        }
        return 0;
    }
    return 99;
}
