import math


def main():
    arrival, departure = map(int, input().split())
    total_hours = math.ceil((departure - arrival) / 60)
    full_days = total_hours // 24
    remaining = total_hours % 24
    print(full_days * 20 + min(remaining * 2, 20))


main()
