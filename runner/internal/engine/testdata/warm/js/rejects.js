// flagged
(async () => { console.log('a'); throw new Error('x'); })();
