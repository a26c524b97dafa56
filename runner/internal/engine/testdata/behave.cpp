// A program that behaves as the first word of its input says.
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <iostream>
#include <pthread.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static volatile unsigned long sink;
static int executions;

static void *spin(void *) {
    for (;;) sink++;
}

static long depth(long n) {
    volatile char frame[200];
    frame[n % 200] = 1;
    return n == 0 ? 0 : depth(n - 1) + frame[n % 200];
}

static void print(long n) {
    std::string block(65536, 'x');
    while (n > 0) {
        long k = fwrite(block.data(), 1, n < 65536 ? n : 65536, stdout);
        if (k <= 0) exit(9);
        n -= k;
    }
}

static void copy(FILE *from) {
    if (!from) exit(8);
    for (int c; (c = getc(from)) != EOF;) putchar(c);
}

int main(int argc, char **argv) {
    char what[64] = "";
    if (scanf("%63s", what) != 1) return 77;
    std::string w = what;
    long n = 0;
    if (w == "cat") copy(stdin);
    else if (w == "exit") return scanf("%ld", &n) == 1 ? int(n) : 76;
    else if (w == "abort") abort();
    else if (w == "assert") assert(sink == 1);
    else if (w == "throw") throw std::string("thrown");
    else if (w == "segv") *(volatile int *)nullptr = 1;
    else if (w == "raise") { if (scanf("%ld", &n) == 1) raise(int(n)); }
    else if (w == "print") { if (scanf("%ld", &n) == 1) print(n); }
    else if (w == "flood") print(1L << 60);
    else if (w == "stubborn-flood") {
        signal(SIGXFSZ, SIG_IGN);
        for (;;) if (write(1, std::string(65536, 'x').data(), 65536)) sink++;
    } else if (w == "flood-stderr") for (;;) fwrite(std::string(65536, 'y').data(), 1, 65536, stderr);
    else if (w == "debug") {
        fputs("begin", stderr);
        for (int i = 0; i < 10000; i++) fputs("debug\n", stderr);
        fputs("end", stderr);
        puts("right");
    } else if (w == "recurse") printf("%ld\n", depth(1000000));
    else if (w == "threads") {
        pthread_t t[8];
        for (auto &one : t)
            if (pthread_create(&one, nullptr, [](void *) -> void * { __sync_fetch_and_add(&sink, 1); return nullptr; }, nullptr))
                return 9;
        for (auto &one : t) pthread_join(one, nullptr);
        printf("%lu\n", (unsigned long)sink);
    } else if (w == "atexit") {
        atexit([] { puts("at exit"); });
        puts("main");
    } else if (w == "close-stdin") { close(0); puts("done"); }
    else if (w == "close-all") { for (int i = 0; i < 10; i++) close(i); }
    else if (w == "write-all") {
        for (int i = 3; i <= 200; i++) if (write(i, "EXC1 attack attack attack attack", 32) > 0) printf("wrote to %d\n", i);
    } else if (w == "descriptors") {
        for (int i = 0; i < 300; i++) if (fcntl(i, F_GETFD) >= 0) printf("%d ", i);
    } else if (w == "signals") {
        for (int i = 1; i < 65; i++) {
            struct sigaction sa;
            if (sigaction(i, nullptr, &sa) == 0 && sa.sa_handler != SIG_DFL) printf("%d ", i);
        }
        sigset_t mask;
        sigprocmask(SIG_SETMASK, nullptr, &mask);
        for (int i = 1; i < 65; i++) if (sigismember(&mask, i) > 0) printf("blocked %d ", i);
    } else if (w == "environment") {
        char dir[4096];
        printf("%s %s %s %d\n", getcwd(dir, sizeof dir), getenv("HOME"), getenv("TMPDIR"), argc);
        for (const char *name : {"EXECRE_SERVE", "LD_PRELOAD", "GIVEN"})
            printf("%s=%s\n", name, getenv(name) ? getenv(name) : "(none)");
        for (int i = 1; i < argc; i++) puts(argv[i]);
    } else if (w == "count") printf("%d\n", ++executions);
    else if (w == "dev-stdin") copy(fopen("/dev/stdin", "r"));
    else if (w == "proc-stdin") copy(fopen("/proc/self/fd/0", "r"));
    else if (w == "dev-stdout") { FILE *f = fopen("/dev/stdout", "w"); if (!f) return 8; fputs("hello\n", f); fclose(f); }
    else if (w == "write-stdin") { errno = 0; if (write(0, "x", 1) < 0) printf("%d\n", errno == EBADF); }
    else if (w == "rewind") { rewind(stdin); copy(stdin); }
    else if (w == "child") {
        puts("parent is done");
        fflush(stdout);
        if (fork() == 0) pause();
    } else if (w == "daemon") {
        puts("parent is done");
        fflush(stdout);
        int ready[2];
        if (pipe(ready)) return 7;
        if (fork() == 0) {
            setsid();
            if (fork() != 0) _exit(0);
            setsid();
            if (write(ready[1], "x", 1) != 1) _exit(1);
            for (;;) { sleep(1); if (write(1, "still here", 10) < 0) sink++; }
        }
        char c;
        close(ready[1]);
        return read(ready[0], &c, 1) == 1 ? 0 : 6;
    } else if (w == "wait-for-child") {
        if (fork() == 0) { puts("child"); exit(3); }
        int status = 0;
        wait(&status);
        printf("%d\n", WEXITSTATUS(status));
    } else if (w == "kill-parent") { kill(getppid(), SIGKILL); puts("done"); }
    else if (w == "term-parent") { kill(getppid(), SIGTERM); kill(getppid(), SIGABRT); kill(getppid(), SIGINT); puts("done"); }
    else if (w == "stop-parent") { kill(getppid(), SIGSTOP); puts("done"); }
    else if (w == "kill-group") kill(0, SIGKILL);
    else if (w == "kill-all") { kill(-1, SIGKILL); puts("done"); }
    else if (w == "stop") raise(SIGSTOP);
    else if (w == "spin") spin(nullptr);
    else if (w == "spin-in-child") { if (fork() == 0) spin(nullptr); pause(); }
    else if (w == "sleep") pause();
    else if (w == "hog") {
        std::vector<char *> all;
        for (;;) { char *p = (char *)malloc(1 << 20); memset(p, 1, 1 << 20); all.push_back(p); }
    } else if (w == "allocate") {
        if (scanf("%ld", &n) == 1) { char *p = new char[n << 20]; memset(p, 1, n << 20); sink = p[n]; puts("done"); }
    } else if (w == "make-files") {
        FILE *f = fopen("file", "w");
        if (!f) return 5;
        fclose(f);
        // Deeper than a path can be long (4096), and than a process usually has files open (1024).
        for (int i = 0; i < 1100; i++) if (mkdir("deep", 0755) || chdir("deep")) return 4;
        if (mkdir("locked", 0755) || symlink("/", "link")) return 3;
    } else if (w == "lock-files") {
        if (mkdir("locked", 0755) || mkdir("locked/inner", 0755)) return 3;
        chmod("locked/inner", 0);
        chmod("locked", 0);
        chmod(".", 0);
    } else if (w == "list") {
        DIR *d = opendir(".");
        if (!d) return 5;
        while (dirent *e = readdir(d)) if (e->d_name[0] != '.') puts(e->d_name);
    } else return 99;
    return 0;
}
