def boxes(n):
    low, high = 0, n
    while low < high:
        mid = (low + high) // 2
        if 20 * mid >= n:
            high = mid
        else:
            low = mid + 1
    return low


print(boxes(int(input())))
