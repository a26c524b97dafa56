n = int(input())
answer = ""
for _ in range(n):
    k = int(input())
    name = input()
    soup = cakes = False
    for _ in range(k):
        item = input()
        soup = soup or item == "pea soup"
        cakes = cakes or item == "pancakes"
    if soup and cakes and not answer:
        answer = name
print(answer or "Anywhere is fine I guess")
