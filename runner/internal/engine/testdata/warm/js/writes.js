// flagged
try { require('fs').writeFileSync('left-over.txt', 'x'); } catch (e) { } console.log('ok');
