import sys
from heapq import heapify, heappop


def main():
    numbers = [int(word) for word in sys.stdin.read().split()]
    heap = list(zip(numbers[1::2], numbers[2::2]))
    heapify(heap)
    out = []
    while heap:
        left, right = heappop(heap)
        while heap and heap[0][0] <= right:
            right = max(right, heappop(heap)[1])
        out.append(f"{left} {right}\n")
    sys.stdout.write("".join(out))


main()
