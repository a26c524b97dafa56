// The part of the program that stands before the candidate: JSON to C++ values and back, and the calls.
#if __has_include(<bits/stdc++.h>)
#include <bits/stdc++.h>
#else
#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <cctype>
#include <charconv>
#include <chrono>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <forward_list>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
#endif
#include <unistd.h>

namespace execre {

inline std::vector<std::string> lines;  // of the input that are not blank
inline std::string place;               // what is being read, for people
inline int answers = 1;                 // the descriptor that stdout was

[[noreturn]] inline void fail(const std::string &what) {
  std::fflush(nullptr);
  std::cerr << "execre: " << place << (place.empty() ? "" : ": ") << what << std::endl;
  std::_Exit(1);
}

// begin reads stdin and sends what the candidate prints to stderr.
inline void begin() {
  std::string all;
  char part[1 << 16];
  while (std::size_t n = std::fread(part, 1, sizeof part, stdin)) all.append(part, n);
  for (std::size_t at = 0; at < all.size();) {
    std::size_t end = std::min(all.find('\n', at), all.size());
    std::string line = all.substr(at, end - at);
    if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(std::move(line));
    at = end + 1;
  }
  answers = dup(1);
  dup2(2, 1);
}

inline void print(std::string answer) {
  answer += '\n';
  for (std::size_t at = 0; at < answer.size();) {
    auto n = write(answers, answer.data() + at, answer.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail("cannot write the answer");
    at += n;
  }
}

// reader goes through JSON text.
struct reader {
  std::string_view text;
  std::size_t at = 0;

  char peek() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n')) at++;
    return at < text.size() ? text[at] : '\0';
  }
  bool take(char c) { return peek() == c && at < text.size() ? (at++, true) : false; }
  bool take_null() { return peek() == 'n' && text.substr(at, 4) == "null" ? (at += 4, true) : false; }
  [[noreturn]] void expected(const std::string &what) {
    peek();
    std::string found(text.substr(at, 30));
    fail("found " + (found.empty() ? "the end" : found) + " where " + what + " is expected");
  }
  void end() {
    if (peek() || at < text.size()) expected("the end");
  }
  std::string number() {
    peek();
    std::size_t start = at;
    while (at < text.size() && (std::isalnum((unsigned char)text[at]) || std::strchr("+-.", text[at]))) at++;
    return std::string(text.substr(start, at - start));
  }
  // elements calls f at each element of an array.
  template <class F>
  void elements(F f) {
    if (!take('[')) expected("a list");
    if (take(']')) return;
    do f();
    while (take(','));
    if (!take(']')) expected(", or ]");
  }
  unsigned hex() {
    unsigned value = 0;
    for (int i = 0; i < 4; i++, at++) {
      char c = at < text.size() ? text[at] : 'x';
      if (!std::isxdigit((unsigned char)c)) expected("a hexadecimal digit");
      value = value * 16 + (c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
    }
    return value;
  }
  std::string string() {
    if (!take('"')) expected("a text");
    std::string s;
    while (true) {
      if (at >= text.size()) expected("\"");
      char c = text[at++];
      if (c == '"') return s;
      if (c != '\\') {
        s += c;
        continue;
      }
      c = at < text.size() ? text[at++] : '\0';
      static const std::string from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
      if (c != 'u') {
        std::size_t i = from.find(c);
        if (i == std::string::npos) at--, expected("an escape such as \\n");
        s += to[i];
        continue;
      }
      unsigned u = hex();
      if (u >= 0xD800 && u < 0xDC00 && text.substr(at, 2) == "\\u") {
        std::size_t back = at;
        at += 2;
        unsigned low = hex();
        if (low >= 0xDC00 && low < 0xE000) u = 0x10000 + ((u - 0xD800) << 10) + (low - 0xDC00);
        else at = back;
      }
      if (u < 0x80) {
        s += char(u);
      } else if (u < 0x800) {
        s += {char(0xC0 | u >> 6), char(0x80 | (u & 63))};
      } else if (u < 0x10000) {
        s += {char(0xE0 | u >> 12), char(0x80 | (u >> 6 & 63)), char(0x80 | (u & 63))};
      } else {
        s += {char(0xF0 | u >> 18), char(0x80 | (u >> 12 & 63)), char(0x80 | (u >> 6 & 63)), char(0x80 | (u & 63))};
      }
    }
  }
  // skip gives the text of the next value.
  std::string_view skip() {
    peek();
    std::size_t start = at, depth = 0;
    do {
      char c = peek();
      if (c == '"') {
        for (at++; at < text.size() && text[at] != '"'; at++) at += text[at] == '\\';
        at++;
      } else if (c == '[' || c == '{') {
        depth++, at++;
      } else if (c == ']' || c == '}') {
        if (depth == 0) expected("a value");
        depth--, at++;
      } else if (depth > 0 && (c == ',' || c == ':')) {
        at++;
      } else if (number().empty()) {
        expected("a value");
      }
    } while (depth > 0);
    at = std::min(at, text.size());
    return text.substr(start, at - start);
  }
};

inline void quote(std::string_view s, std::string &out) {
  out += '"';
  for (std::size_t i = 0; i < s.size(); i++) {
    unsigned char c = s[i];
    static const std::string special = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
    std::size_t found = special.find(char(c));
    char buffer[8];
    if (found != std::string::npos) {
      out += {'\\', letters[found]};
    } else if (c < 0x20) {
      std::snprintf(buffer, sizeof buffer, "\\u%04x", c);
      out += buffer;
    } else if (c == 0xED && i + 2 < s.size() && (s[i + 1] & 0xE0) == 0xA0) {  // half of a surrogate pair
      std::snprintf(buffer, sizeof buffer, "\\u%04x", 0xD000 | (s[i + 1] & 63) << 6 | (s[i + 2] & 63));
      out += buffer;
      i += 2;
    } else {
      out += char(c);
    }
  }
  out += '"';
}

// real writes a number as JavaScript does.
inline void real(double v, std::string &out) {
  if (std::isnan(v)) return void(out += "NaN");
  if (v < 0) out += '-', v = -v;
  if (std::isinf(v)) return void(out += "Infinity");
  if (v == 0) return void(out += '0');
  char buffer[64];
#ifdef __cpp_lib_to_chars
  *std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::scientific).ptr = '\0';
#else
  for (int precision = 0; precision < 17; precision++) {
    std::snprintf(buffer, sizeof buffer, "%.*e", precision, v);
    if (std::strtod(buffer, nullptr) == v) break;
  }
#endif
  std::string text = buffer, digits;
  std::size_t e = text.find('e');
  int point = std::atoi(text.c_str() + e + 1) + 1;
  for (char c : text.substr(0, e)) {
    if (c != '.') digits += c;
  }
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  int count = int(digits.size());
  if (count <= point && point <= 21) {
    out += digits + std::string(point - count, '0');
  } else if (0 < point && point <= 21) {
    out += digits.substr(0, point) + "." + digits.substr(point);
  } else if (-6 < point && point <= 0) {
    out += "0." + std::string(-point, '0') + digits;
  } else {
    out += digits.substr(0, 1) + (count > 1 ? "." + digits.substr(1) : "") + (point > 0 ? "e+" : "e-") +
           std::to_string(std::abs(point - 1));
  }
}

template <class T>
constexpr bool none = false;

// value reads and writes one type.
template <class T, class = void>
struct value {
  static_assert(none<T>, "execre: no JSON value can be made a value of this type, nor the other way round");
};

template <>
struct value<bool> {
  static bool read(reader &r) {
    std::string s = r.number();
    if (s != "true" && s != "false") r.at -= s.size(), r.expected("true or false");
    return s == "true";
  }
  static void write(bool v, std::string &out) { out += v ? "true" : "false"; }
};

template <>
struct value<char> {
  static char read(reader &r) {
    std::string s = r.string();
    if (s.size() != 1) fail("\"" + s + "\" is not a single char");
    return s[0];
  }
  static void write(char v, std::string &out) { quote(std::string_view(&v, 1), out); }
};

template <class T>
constexpr bool whole =
    std::is_integral_v<T> || std::is_same_v<T, __int128> || std::is_same_v<T, unsigned __int128>;

template <class T>
struct value<T, std::enable_if_t<whole<T>>> {
  static T read(reader &r) {
    std::string s = r.number();
    std::size_t i = s[0] == '-';
    if (i == s.size() || s.find_first_not_of("0123456789", i) != std::string::npos) {
      r.at -= s.size();
      r.expected("an integer");
    }
    T v = 0;
    for (; i < s.size(); i++) {
      T digit = T(s[i] - '0');
      if (__builtin_mul_overflow(v, T(10), &v) ||
          (s[0] == '-' ? __builtin_sub_overflow(v, digit, &v) : __builtin_add_overflow(v, digit, &v))) {
        fail(s + " does not fit into the type of the parameter");
      }
    }
    return v;
  }
  static void write(T v, std::string &out) {
    std::string digits;
    bool negative = v < 0;
    do {
      int digit = int(v % 10);
      digits += char('0' + (digit < 0 ? -digit : digit));
      v /= 10;
    } while (v != 0);
    if (negative) digits += '-';
    out.append(digits.rbegin(), digits.rend());
  }
};

template <class T>
struct value<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static T read(reader &r) {
    std::string s = r.number();
    char *end = nullptr;
    double v = std::strtod(s.c_str(), &end);
    if (s.empty() || *end || std::isalpha((unsigned char)s[0])) r.at -= s.size(), r.expected("a number");
    return T(v);
  }
  static void write(T v, std::string &out) { real(double(v), out); }
};

template <>
struct value<std::string> {
  static std::string read(reader &r) { return r.string(); }
  static void write(const std::string &v, std::string &out) { quote(v, out); }
};

template <class T>
struct value<std::vector<T>> {
  static std::vector<T> read(reader &r) {
    std::vector<T> v;
    r.elements([&] { v.push_back(value<T>::read(r)); });
    return v;
  }
  static void write(const std::vector<T> &v, std::string &out) {
    out += '[';
    for (std::size_t i = 0; i < v.size(); i++) {
      if (i) out += ',';
      value<T>::write(v[i], out);
    }
    out += ']';
  }
};

template <class A, class B>
struct value<std::pair<A, B>> {
  static std::pair<A, B> read(reader &r) {
    if (!r.take('[')) r.expected("a list");
    A a = value<A>::read(r);
    if (!r.take(',')) r.expected(",");
    B b = value<B>::read(r);
    if (!r.take(']')) r.expected("]");
    return {a, b};
  }
  static void write(const std::pair<A, B> &v, std::string &out) {
    out += '[';
    value<A>::write(v.first, out);
    out += ',';
    value<B>::write(v.second, out);
    out += ']';
  }
};

template <class N, class V>
N *make(V v) {
  if constexpr (std::is_constructible_v<N, V>) {
    return new N(v);
  } else {
    N *node = new N{};
    node->val = v;
    return node;
  }
}

// A list: the nodes have val and next.
template <class N>
struct value<N *, std::void_t<decltype(N::val), decltype(N::next)>> {
  using V = std::decay_t<decltype(N::val)>;
  static N *read(reader &r) {
    N *head = nullptr, **link = &head;
    if (r.take_null()) return head;
    r.elements([&] {
      N *node = make<N>(value<V>::read(r));
      node->next = nullptr;
      *link = node;
      link = &node->next;
    });
    return head;
  }
  static void write(const N *node, std::string &out) {
    out += '[';
    const N *behind = node;  // goes half as fast: they meet in a circle
    for (bool odd = false; node; odd = !odd) {
      value<V>::write(node->val, out);
      node = node->next;
      if (node) out += ',';
      if (odd) behind = behind->next;
      if (node && node == behind) fail("the list goes round in a circle");
    }
    out += ']';
  }
};

// A tree: the nodes have val, left and right.
template <class N>
struct value<N *, std::void_t<decltype(N::val), decltype(N::left), decltype(N::right)>> {
  using V = std::decay_t<decltype(N::val)>;
  static N *read(reader &r) {
    N *root = nullptr;
    if (r.take_null()) return root;
    std::vector<N *> nodes;
    std::size_t links = 0;  // how many are set, two a node
    r.elements([&] {
      N *node = nullptr;
      if (!r.take_null()) {
        node = make<N>(value<V>::read(r));
        node->left = node->right = nullptr;
      }
      if (!root) {
        if (!node) fail("null stands at the root of a tree with more than that");
        root = node;
      } else {
        if (links / 2 >= nodes.size()) fail("the tree has a node without a parent");
        N *parent = nodes[links / 2];
        (links++ % 2 ? parent->right : parent->left) = node;
      }
      if (node) nodes.push_back(node);
    });
    return root;
  }
  static void write(N *root, std::string &out) {
    std::vector<N *> nodes{root};
    std::size_t last = 0;  // behind the last node that is there
    for (std::size_t i = 0; i < nodes.size(); i++) {
      if (!nodes[i]) continue;
      last = i + 1;
      N *node = nodes[i];
      nodes.push_back(node->left);
      nodes.push_back(node->right);
    }
    out += '[';
    for (std::size_t i = 0; i < last; i++) {
      if (i) out += ',';
      if (nodes[i]) value<V>::write(nodes[i]->val, out);
      else out += "null";
    }
    out += ']';
  }
};

// types are those of a result and of parameters.
template <class R, class... A>
struct types {};

template <class R, class C, class... A>
types<R, A...> of(R (C::*)(A...));
template <class R, class C, class... A>
types<R, A...> of(R (C::*)(A...) const);
template <class R, class... A>
types<R, A...> of(R (*)(A...));

template <class T>
T read(std::string_view text, const std::string &where) {
  place = where;
  reader r{text};
  T v = value<T>::read(r);
  r.end();
  place.clear();
  return v;
}

template <class R, class... A, class F, std::size_t... I>
std::string call(types<R, A...>, F f, const std::vector<std::string_view> &texts, const std::vector<std::string> &places,
                 bool in_place, std::index_sequence<I...>) {
  using all = std::tuple<std::decay_t<A>...>;
  std::tuple<std::tuple_element_t<I, all>...> values{read<std::tuple_element_t<I, all>>(texts[I], places[I])...};
  std::string out;
  if constexpr (!std::is_void_v<R>) {
    value<std::decay_t<R>>::write(f(std::get<I>(values)...), out);
  } else {
    f(std::get<I>(values)...);
    if constexpr (sizeof...(I) > 0) {
      using first = std::decay_t<decltype(std::get<0>(values))>;
      if (in_place) value<first>::write(std::get<0>(values), out);
    }
    if (out.empty()) out = "null";
  }
  return out;
}

// answer calls f with the first N of the parameters and prints what comes of it.
template <class T, std::size_t N, class F>
void answer(const std::vector<std::string> &names, F f) {
  if (lines.size() != N) {
    fail("lines of values: " + std::to_string(N) + " needed, " + std::to_string(lines.size()) + " found");
  }
  std::vector<std::string_view> texts(lines.begin(), lines.end());
  std::vector<std::string> places;
  for (std::size_t i = 0; i < N; i++) places.push_back("line " + std::to_string(i + 1) + " of the input (" + names[i] + ")");
  print(call(T{}, f, texts, places, true, std::make_index_sequence<N>{}));
}

// operations drive a class.
struct operations {
  std::vector<std::string> names;
  std::vector<std::vector<std::string_view>> arguments;
  std::size_t at = 0;
  std::string out = "[null";

  operations() {
    if (lines.size() != 2) fail("the input needs two lines: the operations and their arguments");
    names = read<std::vector<std::string>>(lines[0], "line 1 of the input (operations)");
    place = "line 2 of the input (arguments)";
    reader r{lines[1]};
    r.elements([&] {
      arguments.emplace_back();
      r.elements([&] { arguments.back().push_back(r.skip()); });
    });
    r.end();
    place.clear();
    if (names.size() != arguments.size()) fail("there are not as many arguments as operations");
    if (names.empty()) fail("there is no operation");
  }
  bool of_class(const char *name) { return names[0] == name; }
  std::size_t given() { return arguments[at].size(); }
  bool next() { return ++at < names.size(); }
  bool named(const char *name, std::size_t count) { return names[at] == name && given() == count; }
  std::vector<std::string> places() {
    return std::vector<std::string>(given(), "operation " + std::to_string(at + 1) + " (" + names[at] + ")");
  }
  [[noreturn]] void unknown() {
    fail("operation " + std::to_string(at + 1) + ": there is no " + names[at] + " that takes " + std::to_string(given()) +
         (given() == 1 ? " argument" : " arguments"));
  }
  template <class T, std::size_t N, class F>
  auto construct(F f) {
    return make_object(T{}, f, std::make_index_sequence<N>{});
  }
  template <class R, class... A, class F, std::size_t... I>
  auto make_object(types<R, A...>, F f, std::index_sequence<I...>) {
    using all = std::tuple<std::decay_t<A>...>;
    auto where = places();
    std::tuple<std::tuple_element_t<I, all>...> values{
        read<std::tuple_element_t<I, all>>(arguments[at][I], where[I])...};
    return f(std::get<I>(values)...);
  }
  template <class T, std::size_t N, class F>
  void call(F f) {
    out += "," + execre::call(T{}, f, arguments[at], places(), false, std::make_index_sequence<N>{});
  }
  void end() { print(out + "]"); }
};

}  // namespace execre
