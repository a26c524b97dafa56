import sys

given = int(open(sys.argv[1]).read())
words = open(sys.argv[2]).read().split()
if len(words) != 2 or not all(w.isascii() and w.isdigit() and w[0] != "0" and len(w) < 20 for w in words):
    print("not two positive integers", file=sys.stderr)
    sys.exit(1)
if "7" in words[0] + words[1] or int(words[0]) + int(words[1]) != given:
    print("a digit 7, or another sum", file=sys.stderr)
    sys.exit(1)
