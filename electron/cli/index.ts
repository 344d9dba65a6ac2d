import { flushed, outputTo } from './io.ts';
import { runCli } from './run.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

const code = runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: outputTo(process.stdout),
  stderr: outputTo(process.stderr),
  engine: () => import('#engine/session.ts'),
  onInterrupt: listener => {
    for (const signal of signals) process.on(signal, listener);
    return () => {
      for (const signal of signals) process.off(signal, listener);
    };
  },
});

// Sessions are closed by now. Leaving explicitly: a keep-alive connection must not hold the process.
void code.then(async number => {
  process.exitCode = number;
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(number);
});
