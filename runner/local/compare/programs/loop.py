"""loop.py COUNT INPUT OUTPUT PROGRAM...: what a stress test in Python does."""

import subprocess
import sys
import time

count, source, out, *argv = sys.argv[1:]
with open(source, "rb") as file:
    data = file.read()
begin = time.perf_counter()
for _ in range(int(count)):
    done = subprocess.run(argv, input=data, stdout=subprocess.PIPE, check=True)
end = time.perf_counter()
with open(out, "wb") as file:
    file.write(done.stdout)
print(end - begin)
