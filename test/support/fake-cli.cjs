// A fake out/engine/cli.cjs: prints its arguments and exits with 5.
console.log(JSON.stringify({ args: process.argv.slice(2), options: process.env.NODE_OPTIONS ?? null }));
console.error('to stderr');
// A utility process does not end when it has nothing left to do.
if (process.parentPort) process.exit(5);
process.exitCode = 5;
