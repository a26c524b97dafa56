def main():
    n = int(input())
    pieces = sorted(map(int, input().split()), reverse=True)
    first = second = 0
    for value in pieces:
        if first <= second:
            first += value
        else:
            second += value
    print(abs(first - second))


main()
