import sys

a, b = map(int, input().split())
line = f"{a + b}\n" * 10000
while True:
    sys.stdout.write(line)
