import re

REFUSED = re.compile(r"ABC(000|316|3[5-9]\d|[4-9]\d\d)")


def main():
    if REFUSED.fullmatch(input().strip()):
        print("No")
    else:
        print("Yes")


main()
