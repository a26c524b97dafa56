def main():
    n, target = map(int, input().split())
    coins = sorted(map(int, input().split()))
    count = 0
    while target > 0 and coins:
        if coins[-1] > target:
            coins.pop()
        else:
            target -= coins[-1]
            count += 1
    print(-1 if target else count)


main()
