// A small stand-in for testlib.h, written for the tests: the calls that their checkers, generators and validators make, with
// the arguments and exit statuses of the real one.
#pragma once
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _points = 7, _unexpected_eof = 8 };

inline void quitf(TResult result, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  exit(result);
}

// InStream is the input, the output that is judged or the answer. What is wrong with the output is its program's fault; what
// is wrong with the others is the checker's.
struct InStream {
  std::string text;
  size_t at = 0;
  TResult fault = _fail;
  bool strict = false;

  void load(std::istream &from) { text.assign(std::istreambuf_iterator<char>(from), {}); }
  void open(const char *file) {
    std::ifstream from(file);
    if (!from) quitf(_fail, "cannot open %s", file);
    load(from);
  }
  void wrong(TResult how, const char *what) { quitf(fault == _fail ? _fail : how, "%s", what); }
  void skip() {
    while (!strict && at < text.size() && isspace((unsigned char)text[at])) at++;
  }
  bool seekEof() {
    skip();
    return at == text.size();
  }
  std::string readToken() {
    skip();
    size_t from = at;
    while (at < text.size() && !isspace((unsigned char)text[at])) at++;
    if (from == at) wrong(_unexpected_eof, "unexpected end of file");
    return text.substr(from, at - from);
  }
  long long readLong() {
    std::string token = readToken();
    char *end;
    long long value = strtoll(token.c_str(), &end, 10);
    if (*end) wrong(_pe, ("not an integer: " + token).c_str());
    return value;
  }
  int readInt() { return (int)readLong(); }
  int readInt(long long low, long long high, const char *name = "value") {
    long long value = readLong();
    if (value < low || value > high) wrong(_wa, (std::string(name) + " is out of range").c_str());
    return (int)value;
  }
  void expect(char c) {
    if (at == text.size() || text[at++] != c) wrong(_pe, "white space is wrong");
  }
  void readSpace() { expect(' '); }
  void readEoln() { expect('\n'); }
  void readEof() {
    if (at != text.size()) wrong(_pe, "something is left");
  }
};

inline InStream inf, ouf, ans;

inline void registerTestlibCmd(int argc, char **argv) {
  if (argc < 4) quitf(_fail, "three files are needed");
  inf.open(argv[1]);
  ouf.fault = _wa;
  ouf.open(argv[2]);
  ans.open(argv[3]);
}

inline void registerValidation(int, char **) {
  inf.strict = true;
  inf.load(std::cin);
}

struct Random {
  uint64_t state = 0;
  int next(int low, int high) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (int)((state >> 33) % (uint64_t)(high - low + 1));
  }
};
inline Random rnd;

inline void registerGen(int argc, char **argv, int) {
  for (int i = 1; i < argc; i++)
    for (char *c = argv[i]; *c; c++) rnd.state = rnd.state * 31 + *c + 7;
}
