import sys


def main():
    n, *ends = map(int, sys.stdin.read().split())
    # 2x for a left end and 2x + 1 for a right end: at one place lefts come first.
    events = [2 * x for x in ends[0::2]] + [2 * x + 1 for x in ends[1::2]]
    events.sort()
    open_now = 0
    union = []
    for event in events:
        if event % 2 == 0:
            if open_now == 0:
                start = event // 2
            open_now += 1
        else:
            open_now -= 1
            if open_now == 0:
                union.append(f"{start} {event // 2}")
    print(*union, sep="\n")


main()
