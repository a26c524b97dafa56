def read_point():
    x, y = map(int, input().split())
    return x, y


def main():
    points = [read_point() for _ in range(3)]
    total = 0
    for i in range(3):
        x1, y1 = points[i]
        x2, y2 = points[(i + 1) % 3]
        total += x1 * y2 - x2 * y1
    area = abs(total) / 2
    print("%.6f" % area)


main()
