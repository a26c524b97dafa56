import sys


def main():
    rows = [tuple(map(int, line.split())) for line in sys.stdin.read().splitlines()[1:]]
    rows.sort()
    begin, end = None, -1
    for l, r in rows:
        if l > end:
            if begin is not None:
                print(begin, end)
            begin, end = l, r
        elif r > end:
            end = r


main()
