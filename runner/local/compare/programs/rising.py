import sys
from bisect import bisect_left
from collections import Counter


def main():
    values = list(map(int, sys.stdin.read().split()))[1:]
    tails = []
    for x in values:
        at = bisect_left(tails, x)
        if at == len(tails):
            tails.append(x)
        else:
            tails[at] = x
    count = Counter(values)
    print(len(tails), len(count), max(count.values()))


main()
