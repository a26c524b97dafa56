from collections import Counter

n = int(input())
votes = Counter(input().strip() for _ in range(n))
print(votes.most_common(1)[0][0])
