# n / 5 is never halfway between two integers, so round() has no tie to break.
print(round(int(input()) / 5) * 5)
