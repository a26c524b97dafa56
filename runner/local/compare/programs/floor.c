/* The floor: fork a small process that ends at once, and wait for it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv) {
	int count = argc > 1 ? atoi(argv[1]) : 1;
	struct timespec begin, end;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (int i = 0; i < count; i++) {
		int status;
		pid_t pid = fork();
		if (pid == 0) _exit(0);
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) return 1;
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	printf("%.9f\n", (double)(end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) / 1e9);
	return 0;
}
