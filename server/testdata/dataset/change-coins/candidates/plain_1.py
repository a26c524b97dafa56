def fewest(coins, target):
    INF = float('inf')
    dp = [0] + [INF] * target
    for coin in coins:
        for amount in range(coin, target + 1):
            if dp[amount - coin] + 1 < dp[amount]:
                dp[amount] = dp[amount - coin] + 1
    return dp[target] if dp[target] != INF else -1


n, x = map(int, input().split())
print(fewest(list(map(int, input().split())), x))
