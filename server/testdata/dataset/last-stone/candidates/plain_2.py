def main():
    n = int(input())
    piles = list(map(int, input().split()))
    nim_sum = 0
    for pile in piles:
        nim_sum ^= pile
    if nim_sum == 0:
        print("second")
    else:
        print("first")


main()
