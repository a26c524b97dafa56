import sys

# The last bottle, counted from 0, stands in box (n - 1) // 20, counted from 0.
last = int(sys.stdin.read()) - 1
print(last // 20 + 1)
