from ast import literal_eval

s = input()
n = literal_eval(s[3:])
print("Yes" if n in range(1, 350) and n != 316 else "No")
