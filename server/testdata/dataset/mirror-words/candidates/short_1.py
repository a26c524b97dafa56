s=input().strip();n=len(s)
print(sum(s[i:j]==s[i:j][::-1] for j in range(n+1) for i in range(j)))
