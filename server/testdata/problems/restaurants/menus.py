import sys

WANTED = {"pea soup", "pancakes"}


def restaurants(lines):
    """Yields the name and the menu of each restaurant."""
    for _ in range(int(next(lines))):
        size = int(next(lines))
        name = next(lines)
        yield name, {next(lines) for _ in range(size)}


def main():
    lines = iter(sys.stdin.read().splitlines())
    good = (name for name, menu in restaurants(lines) if WANTED <= menu)
    print(next(good, "Anywhere is fine I guess"))


main()
