// the legs have the lengths w, h-1, w-1, h-2, ...
#include <cstdio>
int a[32][32];
int main(){
    int h,w; scanf("%d %d",&h,&w);
    for(int i=0;i<h;i++) for(int j=0;j<w;j++) scanf("%d",&a[i][j]);
    int i=0,j=-1,di=0,dj=1,leg[2]={w,h-1},k=0;
    while(leg[k]>0){
        for(int s=0;s<leg[k];s++){ i+=di; j+=dj; printf("%d ",a[i][j]); }
        leg[k]--; k^=1;
        int t=di; di=dj; dj=-t;
    }
    puts("");
}
