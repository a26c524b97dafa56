def merge(intervals):
    # paint half units, so that touching is seen
    paint = [False] * 2003
    for s, e in intervals:
        for x in range(2 * s, 2 * e + 1):
            paint[x] = True
    result = []
    x = 0
    while x < 2003:
        if paint[x]:
            y = x
            while paint[y]:
                y += 1
            result.append([x // 2, (y - 1) // 2])
            x = y
        x += 1
    return result
