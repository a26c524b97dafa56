held = {"ABC%03d" % i for i in range(1, 350)}
held.discard("ABC316")
print(("No", "Yes")[input().strip() in held])
