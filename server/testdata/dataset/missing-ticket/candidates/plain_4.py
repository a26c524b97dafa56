for _ in range(int(input())):
    n = int(input())
    a = sorted(map(int, input().split()))
    answer = n
    for i, v in enumerate(a):
        if v != i:
            answer = i
            break
    print(answer)
