// Stands in for out/engine/cli.cjs: says what it got, ends with 5.
console.log(JSON.stringify({ args: process.argv.slice(2), options: process.env.NODE_OPTIONS ?? null }));
console.error('to stderr');
process.exitCode = 5;
