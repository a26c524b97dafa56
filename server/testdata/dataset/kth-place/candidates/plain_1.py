def main():
    n, q = map(int, input().split())
    points = list(map(int, input().split()))
    for _ in range(q):
        x = int(input())
        better = 0
        for p in points:
            if p > x:
                better += 1
        print(better + 1)


main()
