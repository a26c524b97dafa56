def mex(values):
    values.sort()
    expected = 0
    for v in values:
        if v == expected:
            expected += 1
        elif v > expected:
            break
    return expected


def main():
    for _ in range(int(input())):
        n = int(input())
        print(mex(list(map(int, input().split()))))


main()
