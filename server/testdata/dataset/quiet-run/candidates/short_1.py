import re
print(max(map(len,re.split('[aeiou]',input().strip()))))
