/*
 * bound KIND WORKERS COUNT: what so many at a time are worth on this machine, whoever makes them work. Each worker
 * computes ("arithmetic"), asks a process of its own that answers at once ("answers"), as a fork server is asked, or
 * grows its heap by 16 pages, writes to them, and shrinks it again ("memory").
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void compute(int count) {
	volatile unsigned x = 1;
	while (count-- > 0)
		for (int i = 0; i < 20000; i++) x = x * 1664525u + 1013904223u;
}

static void ask(int count) {
	int questions[2], answers[2];
	char message[28] = "";
	if (pipe(questions) || pipe(answers)) _exit(1);
	pid_t pid = fork();
	if (pid < 0) _exit(1);
	if (pid == 0) {
		close(questions[1]);
		while (read(questions[0], message, sizeof message) == sizeof message)
			if (write(answers[1], message, sizeof message) < 0) break;
		_exit(0);
	}
	close(questions[0]);
	while (count-- > 0)
		if (write(questions[1], message, sizeof message) < 0 || read(answers[0], message, sizeof message) < 0) _exit(1);
	close(questions[1]);
	waitpid(pid, NULL, 0);
}

static void take_memory(int count) {
	char *end = sbrk(0);
	for (; count > 0; count--) {
		if (brk(end + 16 * 4096)) _exit(1);
		for (int i = 0; i < 16; i++) end[i * 4096] = 1;
		if (brk(end)) _exit(1);
	}
}

int main(int argc, char **argv) {
	if (argc < 4) return 2;
	int workers = atoi(argv[2]), count = atoi(argv[3]) / workers, status;
	struct timespec begin, end;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (int i = 0; i < workers; i++) {
		pid_t pid = fork();
		if (pid < 0) return 1;
		if (pid == 0) {
			if (strcmp(argv[1], "answers") == 0) ask(count);
			else if (strcmp(argv[1], "memory") == 0) take_memory(count);
			else compute(count);
			_exit(0);
		}
	}
	for (int i = 0; i < workers; i++)
		if (wait(&status) < 0 || status != 0) return 1;
	clock_gettime(CLOCK_MONOTONIC, &end);
	printf("%.9f\n", (double)(end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) / 1e9);
	return 0;
}
