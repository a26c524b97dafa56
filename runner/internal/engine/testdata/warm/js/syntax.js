// unfit: does not compile
console.log(1;
