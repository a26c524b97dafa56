rows = ["123", "456", "789"]
pair = "".join(input().split())
print("Yes" if any(pair in row for row in rows) else "No")
