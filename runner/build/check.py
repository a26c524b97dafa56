# Compiles the files named as arguments, without executing them, and prints what is wrong with them and
# whether they need more than the standard library.
import ast, json, sys

# The names that the module site adds, and ways to imports that cannot be seen here.
NAMES = {"exit", "quit", "help", "copyright", "credits", "license", "__import__", "exec", "eval", "compile"}
MODULES = {"importlib", "runpy", "pkgutil", "site", "imp", "zipimport", "sysconfig", "venv", "ensurepip"}

standard = set(getattr(sys, "stdlib_module_names", ())) - MODULES
errors = []
self_contained = len(sys.argv) == 2


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


for name in sys.argv[1:]:
    with open(name, "rb") as file:
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
                       "text": type(e).__name__ + ": " + str(e.msg)})
    except (ValueError, RecursionError, MemoryError, OverflowError) as e:
        errors.append({"file": name, "line": 0, "column": 0, "text": type(e).__name__ + ": " + str(e)})
print(json.dumps({"errors": errors, "selfContained": self_contained}))
