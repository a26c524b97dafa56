# Reads JSON, calls the candidate, prints JSON.
EXECRE_CALLS = #CALLS#  # for the zygote too, which knows this statement: it gives EXECRE_CODE
import json
import os
import sys
#IMPORTS#

PROGRAM = #PROGRAM#


class Refused(Exception):
    """What is wrong with the input, or with an answer that is no JSON."""


class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next


class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right


def parse(text, place):
    try:
        return json.loads(text)
    except ValueError:
        raise Refused(place + ": not JSON: " + text[:30]) from None


def convert(value, shape, place, names):
    """Makes a value of a shape."""
    if value is None or shape == "":
        return value
    if shape == "float":
        if type(value) not in (int, float):
            raise Refused(place + ": a number is expected")
        return float(value)
    if shape not in ("ListNode", "TreeNode") and not shape.startswith("[]"):
        return value
    if type(value) is not list:
        raise Refused(place + ": a list is expected")
    if shape == "ListNode":
        head = None
        for val in reversed(value):
            node = names["ListNode"](val)
            node.val, node.next = val, head
            head = node
        return head
    if shape == "TreeNode":
        return tree(value, place, names["TreeNode"])
    return [convert(element, shape[2:], place, names) for element in value]


def tree(values, place, make):
    made = []
    for i, val in enumerate(values):
        node = None
        if val is not None:
            node = make(val)
            node.val, node.left, node.right = val, None, None
        if i == 0:
            if node is None:
                raise Refused(place + ": null stands at the root of a tree with more than that")
        else:
            if (i - 1) // 2 >= len(made):
                raise Refused(place + ": the tree has a node without a parent")
            setattr(made[(i - 1) // 2], "left" if i % 2 else "right", node)
        if node is not None:
            made.append(node)
    return made[0] if made else None


def quote(text):
    text = json.dumps(text, ensure_ascii=False)
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        # Two halves that belong together are one character, a half alone is written as \ud800.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        text = "".join("\\u%04x" % ord(c) if "\ud800" <= c <= "\udfff" else c for c in text)
    return text


def real(value):
    """Writes a number as JavaScript does."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    minus = "-" if value < 0 else ""
    digits, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = digits.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = whole + fraction
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    count = len(digits)
    if count <= point <= 21:
        return minus + digits + "0" * (point - count)
    if 0 < point <= 21:
        return minus + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return minus + "0." + "0" * -point + digits
    return minus + digits[0] + ("." + digits[1:] if count > 1 else "") + "e%+d" % (point - 1)


def write(value, shape, out):
    """Appends the texts of a value to out."""
    kind = type(value)
    if value is None:
        out.append("[]" if shape in ("ListNode", "TreeNode") else "null")
    elif value is True or value is False:
        out.append("true" if value else "false")
    elif kind is int:
        out.append(real(float(value)) if shape == "float" else str(value))
    elif kind is float:
        out.append(real(value))
    elif kind is str:
        out.append(quote(value))
    elif isinstance(value, (list, tuple)):
        if all(type(element) is int for element in value) and shape != "[]float":
            out.append("[" + ",".join(map(str, value)) + "]")
            return
        inner = shape[2:] if shape.startswith("[]") else ""
        separator = "["
        for element in value:
            out.append(separator)
            write(element, inner, out)
            separator = ","
        out.append("[]" if separator == "[" else "]")
    elif isinstance(value, dict):
        separator = "{"
        for key, element in value.items():
            out.append(separator + quote(key if type(key) is str else str(key)) + ":")
            write(element, "", out)
            separator = ","
        out.append("{}" if separator == "{" else "}")
    elif isinstance(value, int):
        write(int(value), shape, out)
    elif isinstance(value, float):
        write(float(value), shape, out)
    elif isinstance(value, str):
        write(str(value), shape, out)
    elif hasattr(value, "val") and hasattr(value, "left") and hasattr(value, "right"):
        write_tree(value, out)
    elif hasattr(value, "val") and hasattr(value, "next"):
        write_list(value, out)
    elif hasattr(value, "item") and callable(value.item) and getattr(value, "shape", None) == ():
        write(value.item(), shape, out)  # a number of numpy
    elif isinstance(value, (set, frozenset)):
        write(in_order(value), shape, out)
    elif hasattr(kind, "__iter__") and not isinstance(value, (bytes, bytearray)):
        write(list(value), shape, out)
    else:
        raise Refused("a " + kind.__name__ + " cannot be printed as JSON: return numbers, texts, lists, nodes or None")


def in_order(values):
    """The order of a set changes from one start to the next."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


def write_list(node, out):
    separator, odd = "[", False
    behind = node  # goes half as fast: they meet in a circle
    while node is not None:
        out.append(separator)
        write(node.val, "", out)
        separator = ","
        node = node.next
        if odd:
            behind = behind.next
        if node is not None and node is behind:
            raise Refused("the list goes round in a circle")
        odd = not odd
    out.append("]")


def write_tree(root, out):
    level, texts, last = [root], [], 0
    for node in level:  # grows meanwhile
        if node is None:
            texts.append("null")
            continue
        text = []
        write(node.val, "", text)
        texts.append("".join(text))
        last = len(texts)
        level += (node.left, node.right)
    out.append("[" + ",".join(texts[:last]) + "]")


def load():
    """Executes the candidate's file as a module that has what LeetCode imports by itself."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), EXECRE_CALLS["file"])
    module = type(sys)("solution")
    module.__file__ = path
    names = module.__dict__
    names.update(ListNode=ListNode, TreeNode=TreeNode)
    for name, source in EXECRE_CALLS["supplied"].items():
        try:
            names[name] = getattr(sys.modules[source], name) if source != name else sys.modules[source]
        except (KeyError, AttributeError):
            pass  # newer than this interpreter, or not installed
    sys.modules["solution"] = module
    code = globals().get("EXECRE_CODE")
    if code is None:
        with open(path, "rb") as file:
            text = file.read()
        code = compile(text, path, "exec", dont_inherit=True)
    exec(code, names)
    return names


def answer(lines, names):
    if len(lines) != len(PROGRAM["names"]):
        raise Refused("lines of values: %d needed, %d found" % (len(PROGRAM["names"]), len(lines)))
    shapes = PROGRAM["shapes"]["parameters"] + [""] * len(lines)
    returns = PROGRAM["shapes"]["returns"]
    values = [
        convert(parse(line, place), shape, place, names)
        for line, shape, place in zip(
            lines, shapes, ["line %d of the input (%s)" % (i + 1, name) for i, name in enumerate(PROGRAM["names"])])
    ]
    callee = names[PROGRAM["name"] if PROGRAM["kind"] == "function" else "Solution"]
    if PROGRAM["kind"] == "method":
        callee = getattr(callee if PROGRAM["static"] else callee(), PROGRAM["name"])
    result = callee(*values)
    out = []
    if returns == "void" and values:
        write(values[0], shapes[0], out)
    else:
        write(None if returns == "void" else result, returns, out)
    return "".join(out)


def operate(lines, names):
    if len(lines) != 2:
        raise Refused("the input needs two lines: the operations and their arguments")
    operations = parse(lines[0], "line 1 of the input (operations)")
    given = parse(lines[1], "line 2 of the input (arguments)")
    if type(operations) is not list or type(given) is not list or not all(type(a) is list for a in given):
        raise Refused("the input needs a list of operations and a list of lists of arguments")
    if len(operations) != len(given):
        raise Refused("there are not as many arguments as operations")
    if not operations or operations[0] not in PROGRAM["classes"]:
        raise Refused("operation 1: there is no class " + str(operations[0] if operations else ""))
    methods = PROGRAM["classes"][operations[0]]
    out = ["[null"]
    instance = None
    for i, (name, arguments) in enumerate(zip(operations, given)):
        place = "operation %d (%s)" % (i + 1, name)
        shapes = methods.get(name if i else "", {"parameters": [], "returns": ""})
        values = [
            convert(value, shape, place, names)
            for value, shape in zip(arguments, shapes["parameters"] + [""] * len(arguments))
        ]
        if i == 0:
            instance = names[name](*values)
            continue
        if not hasattr(instance, name):
            raise Refused(place + ": there is no such method")
        out.append(",")
        write(getattr(instance, name)(*values), shapes["returns"], out)
    return "".join(out) + "]"


def main():
    text = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
    lines = [line for line in text.split("\n") if line.strip()]
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 550000))
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    # What the candidate prints goes to stderr, whichever way it prints.
    stdout = sys.stdout
    stdout.flush()
    answers = os.dup(1)
    os.dup2(2, 1)
    try:
        names = load()
        result = operate(lines, names) if PROGRAM["kind"] == "operations" else answer(lines, names)
        stdout.flush()
    except Refused as refused:
        sys.exit("execre: " + str(refused))
    data = (result + "\n").encode("utf-8")
    while data:
        data = data[os.write(answers, data):]
    os.close(answers)
    del sys.modules["solution"]


main()
