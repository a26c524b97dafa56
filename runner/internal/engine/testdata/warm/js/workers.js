// unfit: threads
const { Worker } = require('worker_threads'); console.log(1);
