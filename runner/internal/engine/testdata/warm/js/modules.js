#!/usr/bin/env node
// served
const lib = require('./lib/gcd'); const path = require('path');
if (require.main === module) console.log('main', path.basename(__filename), path.basename(__dirname) !== '', module.exports === exports, this === exports, module.id, arguments.length);
console.log(lib.gcd(12, 18), lib.calls(), require('./lib/gcd.js') === lib, lib.isMain, require('./lib/data.json').k, typeof require('lib' in {} ? '' : 'os').EOL, typeof require, module.children.length >= 0);
return;
