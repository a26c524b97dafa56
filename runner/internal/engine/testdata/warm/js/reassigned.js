// flagged
parseInt = () => 5; console.log(globalThis.parseInt('7'));
