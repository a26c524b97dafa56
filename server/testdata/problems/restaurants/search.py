import re
import sys

text = sys.stdin.read()
for block in re.split(r"^\d+\n", text, flags=re.MULTILINE)[2:]:
    name, _, menu = block.partition("\n")
    found = {m.group() for m in re.finditer(r"^(pea soup|pancakes)$", menu, re.MULTILINE)}
    if len(found) == 2:
        print(name)
        sys.exit()
print("Anywhere is fine I guess")
