// flagged
try { require('lodash'); } catch { console.log('none'); }
