// npm run --silent crawlscope -- <command>: the command line of a checkout, run by Node 24.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ENGINE_FLAGS, ensureBuilt, ensureInstalled, node24, ROOT, runMain, userFolder } from './bootstrap.mjs';

// Exit code 3 is the command line's own "could not finish".
await runMain(() => {
  ensureInstalled();
  ensureBuilt();
  const child = spawn(node24(), [...ENGINE_FLAGS, join(ROOT, 'out/engine/cli.cjs'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: userFolder('crawlscope'),
  });
  // A terminal sends Ctrl+C to every process of the group, so passing it on would deliver it twice.
  const inTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  let passedOn = 0;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (signal === 'SIGINT' && inTerminal) return;
      // npm passes signals on as well: the same request may arrive several times at once.
      if (Date.now() - passedOn < 500) return;
      passedOn = Date.now();
      child.kill(signal);
    });
  }
  child.on('error', error => {
    process.stderr.write(`crawlscope: ${error.message}\n`);
    process.exitCode = 3;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}, 3);
