hours, minutes = map(int, input().split(":"))
hour_angle = (hours % 12) * 30
minute_angle = minutes * 6
difference = abs(hour_angle - minute_angle)
if difference > 180:
    difference = 360 - difference
print(difference * 2)
