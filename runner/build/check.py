# Compiles Python files, without executing them, and prints what is wrong with them and whether they need more than the
# standard library, as one line of JSON. The files are the arguments; or, without arguments, each line of
# stdin names a folder and files in it, as JSON, and gets one line.
import ast, json, os, sys

# The names that the module site adds, and ways to imports that cannot be seen here.
NAMES = {"exit", "quit", "help", "copyright", "credits", "license", "__import__", "exec", "eval", "compile"}
MODULES = {"importlib", "runpy", "pkgutil", "site", "imp", "zipimport", "sysconfig", "venv", "ensurepip"}

try:
    standard = set(sys.stdlib_module_names) - MODULES
except AttributeError:  # before 3.10
    standard = {name.split(".")[0] for name in os.listdir(os.path.dirname(os.__file__))} - {"site-packages"} - MODULES
    standard |= set(sys.builtin_module_names)

# How the messages begin that sources of Python 2 get.
PYTHON2 = ("Missing parentheses in call to", "multiple exception types must be parenthesized")


def fits(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imported = [node.module or ""] if node.level == 0 else [""]
        else:
            if isinstance(node, ast.Name) and node.id in NAMES:
                return False
            if isinstance(node, ast.Attribute) and node.attr in ("path", "modules") \
                    and isinstance(node.value, ast.Name) and node.value.id == "sys":
                return False
            continue
        if any(name.split(".")[0] not in standard for name in imported):
            return False
    return True


def hint(message):
    return " (this is Python 2; programs are run by Python 3)" if message.startswith(PYTHON2) else ""


def check(folder, names):
    errors = []
    self_contained = len(names) == 1
    for name in names:
        with open(folder + name, "rb") as file:
            text = file.read()
        try:
            try:
                source = text.decode("utf-8-sig")  # columns of a text are characters, those of bytes are bytes
            except UnicodeDecodeError:
                source = text
            compile(source, name, "exec", dont_inherit=True)
            self_contained = self_contained and fits(ast.parse(source, name))
        except SyntaxError as e:
            errors.append({"file": name, "line": e.lineno or 0, "column": max(e.offset or 0, 0),
                           "text": type(e).__name__ + ": " + str(e.msg) + hint(str(e.msg))})
        except (ValueError, RecursionError, MemoryError, OverflowError) as e:
            errors.append({"file": name, "line": 0, "column": 0, "text": ": ".join(filter(None, [type(e).__name__, str(e)]))})
    return json.dumps({"errors": errors, "selfContained": self_contained})


if len(sys.argv) > 1:
    print(check("", sys.argv[1:]))
else:
    for line in sys.stdin.buffer:
        question = json.loads(line.decode("utf-8"))
        print(check(question["folder"], question["names"]), flush=True)
