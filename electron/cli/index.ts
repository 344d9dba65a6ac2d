import { flushed, outputTo } from './io.ts';
import { runCli } from './run.ts';
import { runSqlWatched } from './sql-watch.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

const argv = process.argv.slice(2);
const watched = runSqlWatched(argv, process.argv[1] ?? '');
if (watched !== null) process.exit(watched);

const code = runCli(argv, {
  stdin: process.stdin,
  stdout: outputTo(process.stdout),
  stderr: outputTo(process.stderr),
  engine: () => import('#engine/session/session.ts'),
  onInterrupt: listener => {
    for (const signal of signals) process.on(signal, listener);
    return () => {
      for (const signal of signals) process.off(signal, listener);
    };
  },
});

// Sessions are closed by now. The explicit exit is needed because an open keep-alive connection would keep the process alive.
void code.then(async number => {
  process.exitCode = number;
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(number);
});
