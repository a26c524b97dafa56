// flagged, left
require('util').inspect.defaultOptions.depth = 0; console.log({ a: { b: {} } });
