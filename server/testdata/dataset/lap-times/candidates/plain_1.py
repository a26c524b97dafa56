def main():
    n = int(input())
    total_seconds = 0
    for _ in range(n):
        minutes, seconds = input().strip().split(':')
        total_seconds += int(minutes) * 60 + int(seconds)
    hours, rest = divmod(total_seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    print(f"{hours}:{minutes:02d}:{seconds:02d}")


main()
