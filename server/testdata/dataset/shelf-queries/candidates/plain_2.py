import sys


def main():
    lines = sys.stdin.read().splitlines()
    n, q = map(int, lines[0].split())
    tree = [0] * (n + 1)
    answers = []
    for line in lines[1:q + 1]:
        kind, a, b = map(int, line.split())
        if kind == 1:
            while a <= n:
                tree[a] += b
                a += a & -a
        else:
            total = 0
            a -= 1
            while b > 0:
                total += tree[b]
                b &= b - 1
            while a > 0:
                total -= tree[a]
                a &= a - 1
            answers.append(total)
    for x in answers:
        print(x)


main()
