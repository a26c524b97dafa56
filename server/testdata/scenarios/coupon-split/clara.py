def coupon(total, count):
    return total // 25 > 0 and count // 3 > 0


print("Yes" if coupon(*map(int, input().split())) else "No")
