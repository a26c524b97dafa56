n = int(input())
for distance in range(6):
    for place in range(0, 101, 5):
        if abs(place - n) == distance:
            print(place)
            raise SystemExit
