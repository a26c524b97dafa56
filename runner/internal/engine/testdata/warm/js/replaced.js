// flagged
globalThis.Math = { floor: () => 'mine' }; console.log(Math.floor(2.5));
