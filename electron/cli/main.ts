import { allowManyLookups, isLookingUp } from '#shared/lookup-threads.ts';
import { flushed, outputTo } from './io.ts';
import { runCli } from './run.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs the command line of this process, and ends the process with its exit code. */
export async function main(): Promise<void> {
  allowManyLookups(process.env);
  const argv = process.argv.slice(2);
  if (argv[0] === 'sql') {
    const { runSqlWatched } = await import('./sql-watch.ts');
    const watched = runSqlWatched(argv, process.argv[1] ?? '');
    if (watched !== null) process.exit(watched);
  }
  const code = await runCli(argv, {
    // Opened only by commands that read it.
    get stdin() {
      return process.stdin;
    },
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
  process.exitCode = code;
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  leave(code);
}

/** Ends this process. Node would wait up to 30 seconds for lookups if a name server is silent, so a shell then replaces this process and exits. */
function leave(code: number): void {
  if (isLookingUp() && process.platform !== 'win32' && process.execve !== undefined) {
    process.emit('exit', code);
    process.execve('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  }
  process.exit(code);
}
