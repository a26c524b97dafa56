from bisect import bisect_left


def longest_increasing(heights):
    tails = []
    for h in heights:
        position = bisect_left(tails, h)
        if position == len(tails):
            tails.append(h)
        else:
            tails[position] = h
    return len(tails)


n = int(input())
print(longest_increasing(list(map(int, input().split()))))
