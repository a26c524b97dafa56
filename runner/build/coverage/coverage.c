/* Notes which places of a program an execution reaches: g++ and clang++ call the functions below at the beginning of each
 * basic block and before each comparison (-fsanitize-coverage=trace-pc,trace-cmp). A record is written when something is
 * seen for the first time, at once and not at the end, so that an execution that crashes, is killed or calls _exit has
 * left all of it: eight bytes, the return address relative to execre_coverage_anchor times four, plus for a comparison its
 * outcome. Nothing is noted unless there is a file of that name in the folder that the program is started in.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

enum { SLOTS = 1 << 16, MOST = SLOTS / 2, HIGH = 200 };

static uint64_t seen[SLOTS];
static int count;
static int file = -1;

void execre_coverage_anchor(void) {}

/* A program may close its files or count on the numbers of those that it opens, so ours has a high one. */
__attribute__((constructor(101))) static void begin(void) {
	int fd = open("execre-coverage", O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0) {
		errno = 0;
		return;
	}
	int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	file = fd;
}

static void note(void *place, uint64_t outcome) {
	if (file < 0)
		return;
	uint64_t record = ((uint64_t)(uintptr_t)place - (uint64_t)(uintptr_t)execre_coverage_anchor) * 4 + outcome;
	for (size_t at = record * 0x9E3779B97F4A7C15ULL >> 48;; at = (at + 1) % SLOTS) {
		uint64_t there = __atomic_load_n(&seen[at], __ATOMIC_RELAXED);
		if (there == 0 &&
		    __atomic_compare_exchange_n(&seen[at], &there, record, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			break;
		if (there == record)
			return;
	}
	if (__atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) >= MOST)
		file = -1;
	int error = errno;
	if (write(file, &record, sizeof record) < 0)
		file = -1;
	errno = error;
}

#define CALLER __builtin_return_address(0)
#define OUTCOME(a, b) ((a) < (b) ? 1 : (a) == (b) ? 2 : 3)
#define COMPARISON(name, type) \
	void __sanitizer_cov_trace_##name(type a, type b) { note(CALLER, OUTCOME(a, b)); }

void __sanitizer_cov_trace_pc(void) { note(CALLER, 0); }

/* Whether what is compared has a sign is not told. */
COMPARISON(cmp1, int8_t)
COMPARISON(cmp2, int16_t)
COMPARISON(cmp4, int32_t)
COMPARISON(cmp8, int64_t)
COMPARISON(const_cmp1, int8_t)
COMPARISON(const_cmp2, int16_t)
COMPARISON(const_cmp4, int32_t)
COMPARISON(const_cmp8, int64_t)
COMPARISON(cmpf, float)
COMPARISON(cmpd, double)

/* Where a switch leads to is seen by the blocks. */
void __sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases) {}
void __sanitizer_cov_trace_div4(uint32_t value) {}
void __sanitizer_cov_trace_div8(uint64_t value) {}
void __sanitizer_cov_trace_gep(uintptr_t index) {}
