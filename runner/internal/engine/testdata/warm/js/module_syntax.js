// unfit: ES module
import fs from 'fs';
console.log(1);
