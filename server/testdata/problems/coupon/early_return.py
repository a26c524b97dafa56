import sys


def coupon(bill, items):
    if bill < 25:
        return "No"
    if items < 3:
        return "No"
    return "Yes"


def main():
    bill, items = (int(word) for word in sys.stdin.read().split())
    print(coupon(bill, items))


main()
