def main():
    text = input().strip()
    tens = int(text[:-1] or "0")
    last = text[-1]
    if last in "012":
        print(10 * tens)
    elif last in "34567":
        print(10 * tens + 5)
    else:
        print(10 * (tens + 1))


if __name__ == "__main__":
    main()
