print((int(input()) + 19) // 20)
