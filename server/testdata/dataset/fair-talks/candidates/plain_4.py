def main():
    n = int(input())
    talks = [tuple(map(int, input().split())) for _ in range(n)]
    talks.sort(key=lambda t: t[1])
    heard = 0
    last_end = -1
    for start, end in talks:
        if start > last_end:
            heard += 1
            last_end = end
    print(heard)


main()
