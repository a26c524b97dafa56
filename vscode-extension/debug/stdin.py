"""Runs a program with its stdin read from a file: stdin.py INPUT PROGRAM. A debugger that cannot redirect debugs it so."""

import os
import runpy
import sys

_, source, program = sys.argv
file = os.open(source, os.O_RDONLY)
if file != 0:
    os.dup2(file, 0)
    os.close(file)
sys.stdin = open(0, encoding=sys.stdin.encoding if sys.stdin else "utf-8", closefd=False)
sys.argv = [program]
sys.path[0] = os.path.dirname(program)
runpy.run_path(program, run_name="__main__")
