s=input().strip();n=len(s)
print(sum(s[i:j]==s[i:j][::-1] for i in range(n) for j in range(i+2,n+1)))
