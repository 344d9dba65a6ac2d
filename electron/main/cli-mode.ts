import { spawn } from 'node:child_process';
import { app, utilityProcess } from 'electron';
import { engineRuntime } from './engine-host.ts';

/** Exit code for “could not finish”, as the command-line tool itself uses it. */
const couldNotFinish = 3;

/**
 * Runs the command-line tool in place of the window and ends with its exit code. Call after `ready`. A utility process
 * does not end by itself when it has nothing left to do, and has no standard input: the tool must call `process.exit`.
 */
export function runCli(cli: string, args: readonly string[]): void {
  const end = (code: number | null): void => app.exit(code ?? couldNotFinish);
  const complain = (why: string): void => {
    process.stderr.write(`crawlscope: ${why}\n`, () => end(couldNotFinish));
  };
  // The tool hears Ctrl-C itself (same terminal) and stops cleanly; we only wait for it.
  process.on('SIGINT', () => undefined);
  const env = cliEnvironment(process.env);
  const runtime = engineRuntime();
  if (runtime.kind === 'utility') {
    const child = utilityProcess.fork(cli, [...args], { serviceName: 'Crawlscope CLI', env, stdio: 'inherit' });
    child.on('exit', end);
    process.on('SIGTERM', () => void child.kill());
  } else if (runtime.kind === 'node') {
    const child = spawn(runtime.path, [cli, ...args], { env, stdio: 'inherit' });
    child.on('error', error => complain(error.message));
    child.on('exit', end);
    process.on('SIGTERM', () => void child.kill('SIGTERM'));
  } else {
    complain(`this Electron (Node ${process.versions.node}) cannot run the command-line tool`);
  }
}

/** The user's environment without what would change how our programs are run. */
export function cliEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(from).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(NODE_|ELECTRON_|CRAWLSCOPE_)/i.test(entry[0]),
  );
  return Object.fromEntries(kept);
}
