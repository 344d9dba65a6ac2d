// npm run --silent crawlscope -- <command>: the command line of a checkout, run by Node 24.
import { ensureBuilt, ensureInstalled, runMain, userFolder } from './bootstrap.mjs';
import { runCommand } from './command-line.mjs';

// Exit code 3 is the command line's own "could not finish".
await runMain(async () => {
  ensureInstalled();
  ensureBuilt();
  const { code } = await runCommand(process.argv.slice(2), userFolder('crawlscope'));
  process.exitCode = code;
}, 3);
