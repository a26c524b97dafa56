// Reads JSON, calls the candidate above, prints JSON.
function execreBegin() {
  execreBegin.print = console.log;
  console.log = console.info = console.debug = console.error;
  /*STDOUT*/
}
(function (program, callees, nodes) {
  function refuse(what) {
    const error = new Error();
    error.stack = "execre: " + what;
    throw error;
  }
  function parse(text, place) {
    try {
      return JSON.parse(text);
    } catch (error) {
      refuse(place + ": not JSON: " + text.slice(0, 30));
    }
  }
  // read makes a value of a shape.
  function read(text, shape, place) {
    if (/(^|\])bigint$/.test(shape)) {
      // Numbers become texts first, since JSON.parse would lose their digits.
      text = text.replace(/"(?:[^"\\]|\\.)*"|-?[0-9]+(?![0-9.eE])/g, (token) => (token[0] === '"' ? token : `"${token}"`));
    }
    return convert(parse(text, place), shape, place);
  }
  function convert(value, shape, place) {
    if (value === null || shape === "") return value;
    if (shape.startsWith("[]")) {
      if (!Array.isArray(value)) refuse(place + ": a list is expected");
      return value.map((element) => convert(element, shape.slice(2), place));
    }
    switch (shape) {
      case "bigint":
        if (!/^-?[0-9]+$/.test(value)) refuse(place + ": an integer is expected");
        return BigInt(value);
      case "ListNode":
        if (!Array.isArray(value)) refuse(place + ": a list is expected");
        return list(value);
      case "TreeNode":
        if (!Array.isArray(value)) refuse(place + ": a list is expected");
        return tree(value, place);
    }
    return value;
  }
  function list(values) {
    let head = null;
    for (let i = values.length - 1; i >= 0; i--) {
      const node = new nodes.ListNode(values[i]);
      node.val = values[i];
      node.next = head;
      head = node;
    }
    return head;
  }
  function tree(values, place) {
    const made = [];
    values.forEach((value, i) => {
      let node = null;
      if (value !== null) {
        node = new nodes.TreeNode(value);
        node.val = value;
        node.left = node.right = null;
      }
      if (i > 0) {
        const parent = made[(i - 1) >> 1];
        if (!parent) refuse(place + ": the tree has a node without a parent");
        parent[i % 2 ? "left" : "right"] = node;
      } else if (node === null) {
        refuse(place + ": null stands at the root of a tree with more than that");
      }
      if (node) made.push(node);
    });
    return made.length ? made[0] : null;
  }

  // write gives the text of a value; shape only matters for null.
  function write(value, shape) {
    if (value === null || value === undefined) return shape === "ListNode" || shape === "TreeNode" ? "[]" : "null";
    switch (typeof value) {
      case "boolean":
      case "bigint":
        return String(value);
      case "number":
        return String(value === 0 ? 0 : value);
      case "string":
        return JSON.stringify(value);
      case "object":
        break;
      default:
        refuse("a " + typeof value + " cannot be printed as JSON");
    }
    if (Array.isArray(value)) {
      const texts = [];
      for (const element of value) texts.push(write(element, shape.startsWith("[]") ? shape.slice(2) : ""));
      return "[" + texts.join(",") + "]";
    }
    if (ArrayBuffer.isView(value)) return write(Array.from(value), "");
    if ("val" in value && "left" in value && "right" in value) return writeTree(value);
    if ("val" in value && "next" in value) return writeList(value);
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return write(value.valueOf(), "");
    const kind = Object.prototype.toString.call(value);
    if (kind === "[object Generator]") return write(yielded(value), shape);
    if (kind !== "[object Object]") refuse("a " + kind.slice(8, -1) + " cannot be printed as JSON");
    return "{" + Object.keys(value).map((key) => JSON.stringify(key) + ":" + write(value[key], "")).join(",") + "}";
  }
  // yielded is all that a generator gives, as judges take it, unless it never ends.
  function yielded(generator) {
    const values = [];
    for (const value of generator) {
      if (values.length === 1000000) refuse("the generator gives more than 1000000 values: it has to end");
      values.push(value);
    }
    return values;
  }
  function writeList(node) {
    const texts = [];
    let behind = node; // goes half as fast: they meet in a circle
    for (let odd = false; node; odd = !odd) {
      texts.push(write(node.val, ""));
      node = node.next;
      if (odd) behind = behind.next;
      if (node && node === behind) refuse("the list goes round in a circle");
    }
    return "[" + texts.join(",") + "]";
  }
  function writeTree(root) {
    const level = [root];
    const texts = [];
    let last = 0; // behind the last node that is there
    for (let i = 0; i < level.length; i++) {
      const node = level[i];
      if (!node) {
        texts.push("null");
        continue;
      }
      texts.push(write(node.val, ""));
      last = texts.length;
      level.push(node.left, node.right);
    }
    return "[" + texts.slice(0, last).join(",") + "]";
  }

  // settled hands the value on, once it is there if it is a promise.
  function settled(value, then) {
    return value && typeof value.then === "function" ? value.then(then) : then(value);
  }
  function answer(lines) {
    if (lines.length !== program.names.length) {
      refuse(`lines of values: ${program.names.length} needed, ${lines.length} found`);
    }
    const { parameters, returns, silent } = program.shapes;
    const place = (i) => `line ${i + 1} of the input (${program.names[i]})`;
    const values = lines.map((line, i) => read(line, parameters[i] || "", place(i)));
    const callee = callees[0];
    const owner = program.kind === "function" ? undefined : program.static ? callee : new callee();
    const result = owner === undefined ? callee(...values) : owner[program.name](...values);
    return settled(result, (value) => {
      const nothing = returns === "void" || (silent && value === undefined);
      return nothing ? write(values[0], parameters[0] || "") : write(value, returns);
    });
  }
  function operate(lines) {
    if (lines.length !== 2) refuse("the input needs two lines: the operations and their arguments");
    const names = parse(lines[0], "line 1 of the input (operations)");
    // The arguments stay texts until the shapes are known; JSON.parse would lose the digits of a bigint.
    const given = slices(lines[1], 2);
    if (!Array.isArray(names) || !Array.isArray(given) || !given.every(Array.isArray)) {
      refuse("the input needs a list of operations and a list of lists of arguments");
    }
    if (names.length !== given.length) refuse("there are not as many arguments as operations");
    const at = Object.keys(program.classes).indexOf(names[0]);
    if (at < 0) refuse(`operation 1: there is no class ${names[0]}`);
    const methods = program.classes[names[0]];
    let object;
    const texts = ["null"];
    function step(i) {
      for (; i < names.length; i++) {
        const name = i ? names[i] : "";
        const place = `operation ${i + 1} (${names[i]})`;
        const { parameters, returns } = Object.hasOwn(methods, name) ? methods[name] : { parameters: [], returns: "" };
        const values = given[i].map((text, j) => read(text, parameters[j] || "", place));
        if (i === 0) {
          object = new callees[at](...values);
          continue;
        }
        if (typeof object[name] !== "function") refuse(`${place}: there is no such method`);
        const result = object[name](...values);
        if (result && typeof result.then === "function") {
          return result.then((value) => {
            texts.push(write(value, returns));
            return step(i + 1);
          });
        }
        texts.push(write(result, returns));
      }
      return "[" + texts.join(",") + "]";
    }
    return step(0);
  }
  // slices gives the texts of the elements of a JSON list, or of a list of lists.
  function slices(text, depth) {
    parse(text, "line 2 of the input (arguments)");
    const found = [];
    let open = 0;
    let start = -1;
    for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]|[^\s[\]{},"]+/g)) {
      const token = match[0];
      const closes = token === "]" || token === "}";
      if (open === 1 && (token === "," || closes)) {
        if (start >= 0) found.push(text.slice(start, match.index).trim());
        start = -1;
      } else if (open > 0 && start < 0) {
        start = match.index;
      }
      if (closes) open--;
      if (token === "[" || token === "{") open++;
    }
    return depth > 1 ? found.map((inner) => (inner.startsWith("[") ? slices(inner, depth - 1) : inner)) : found;
  }

  const lines = execreRead(0, "utf8").split("\n").filter((line) => line.trim() !== "");
  settled(program.kind === "operations" ? operate(lines) : answer(lines), (text) => execreBegin.print(text));
})(/*PROGRAM*/, [/*CALLEES*/], { ListNode, TreeNode });
