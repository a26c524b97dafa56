print(max(abs(int(t)) for t in input().split()))
