// flagged
try { throw new Error('here'); } catch (e) { console.log(e.stack); }
