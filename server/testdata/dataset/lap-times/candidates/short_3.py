import sys
t=sum(60*int(a)+int(b) for a,b in (x.split(':') for x in sys.stdin.read().split()[1:]))
print('%02d:%02d:%02d'%(t//3600,t//60%60,t%60))
