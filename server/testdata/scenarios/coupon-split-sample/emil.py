def main():
    bill, basket = [int(x) for x in input().split()]
    refused = bill <= 25 or basket <= 2
    print("No" if refused else "Yes")


main()
