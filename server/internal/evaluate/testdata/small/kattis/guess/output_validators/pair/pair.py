# Any two positive numbers with the sum n will do.
import sys

n = int(open(sys.argv[1]).read())
words = sys.stdin.read().split()
try:
    a, b = map(int, words)
except ValueError:
    sys.exit(43)
sys.exit(42 if a > 0 and b > 0 and a + b == n else 43)
