import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    spans = sorted(zip(data[1::2], data[2::2]))
    merged = [list(spans[0])]
    for left, right in spans[1:]:
        if left <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], right)
        else:
            merged.append([left, right])
    print("\n".join(f"{a} {b}" for a, b in merged))


main()
