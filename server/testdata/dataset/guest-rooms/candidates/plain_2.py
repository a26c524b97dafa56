import heapq


def main():
    n = int(input())
    bookings = sorted(tuple(map(int, input().split())) for _ in range(n))
    rooms = []
    for start, end in bookings:
        if rooms and rooms[0] < start:
            heapq.heappop(rooms)
        heapq.heappush(rooms, end)
    print(len(rooms))


main()
