// served
const EventEmitter = require('events');
class A extends EventEmitter { constructor() { super(); this.on('x', (v) => console.log('x', v, this instanceof EventEmitter)); } }
new A().emit('x', [1, 2]);
require('events').once(process.stdin, 'end').then((v) => console.log('ended', v));
process.stdin.on('data', () => {});
