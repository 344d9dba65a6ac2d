import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { app, type UtilityProcess, utilityProcess } from 'electron';
import { type AppBrowser, engineEnvironment, programEnvironment } from './engine-environment.ts';
import type { EngineEvents, EngineProcess, StartEngine } from './engine-supervisor.ts';
import type { StartLook } from './first-look.ts';
import type { Log } from './log.ts';
import { limitMemory } from './memory-limit.ts';
import { canRunEngine } from './runtime.ts';

export interface EngineFiles {
  readonly engine: string;
  readonly firstLook: string;
  readonly cli: string;
  /** Runs a statement of the SQL console. */
  readonly sql: string;
  /** Repairs one file. */
  readonly repair: string;
  /** Converts one older file. */
  readonly convert: string;
}

/** Programs next to `out/main`. A package stores them outside its archive, so that a plain process can read them. */
export function engineFiles(appPath: string): EngineFiles {
  const folder = join(appPath.replace(/app\.asar$/, 'app.asar.unpacked'), 'out', 'engine');
  const engine = __TEST_HOOKS__ ? process.env['CRAWLSCOPE_ENGINE_ENTRY'] : undefined;
  const cli = __TEST_HOOKS__ ? process.env['CRAWLSCOPE_CLI_ENTRY'] : undefined;
  return {
    engine: engine ?? join(folder, 'engine.cjs'),
    firstLook: join(folder, 'first-look.cjs'),
    cli: cli ?? join(folder, 'cli.cjs'),
    sql: join(folder, 'sql.cjs'),
    repair: join(folder, 'repair.cjs'),
    convert: join(folder, 'convert.cjs'),
  };
}

/** The runtime for the engine: Electron's own Node, another Node (test builds only), or none. */
export function engineRuntime():
  | { readonly kind: 'utility' }
  | { readonly kind: 'node'; readonly path: string }
  | { readonly kind: 'none' } {
  if (__TEST_HOOKS__ && process.env['CRAWLSCOPE_ENGINE_HOST'] === 'utility') return { kind: 'utility' };
  if (canRunEngine(process.versions.node)) return { kind: 'utility' };
  const path = __TEST_HOOKS__ ? process.env['CRAWLSCOPE_ENGINE_NODE'] : undefined;
  return path ? { kind: 'node', path } : { kind: 'none' };
}

/** Part of a sentence for “About”: the runtime of the engine. */
export function engineLabel(): string {
  const runtime = engineRuntime();
  if (runtime.kind === 'utility') return `utility process, Node ${process.versions.node}`;
  return runtime.kind === 'node' ? 'separate Node process' : 'none';
}

/**
 * Limits the heap. Young objects get 32 MiB from the start: by default V8 collects garbage after 1 MiB and lets the space grow to 128 MiB,
 * and no page is read faster with that.
 */
const engineArgv = ['--max-old-space-size=2048', '--min-semi-space-size=16', '--max-semi-space-size=16'];

/** A program of the engine's folder, and how it is started. */
interface Program {
  readonly entry: string;
  /** As the system's list of processes shows it. */
  readonly serviceName: string;
  readonly execArgv: readonly string[];
  /** Resident memory that it may have, in MiB: the heaps of its threads, and what SQLite, buffers and code take. */
  readonly mostMib: number;
  /** Environment variables of its own. */
  readonly env: Readonly<Record<string, string>>;
}

/** Memory of the engine in MiB. A crawl of a million pages with all views takes a third of it. */
const mostEngineMib = __TEST_HOOKS__ ? Number(process.env['CRAWLSCOPE_ENGINE_MIB'] ?? 4_096) : 4_096;
const helperArgv = ['--max-old-space-size=1024'];
const mostHelperMib = 2_048;
const mostLookMib = 1_024;

export const engineStarter = (entry: string, browser: AppBrowser, cwd: string, log: Log): StartEngine =>
  starter(
    {
      entry,
      serviceName: 'Crawlscope engine',
      execArgv: engineArgv,
      mostMib: mostEngineMib,
      env: engineEnvironment(process.env, browser),
    },
    cwd,
    log,
  );

/** Limits the heap. What SQLite itself takes is watched in the process. */
export const sqlStarter = (entry: string, cwd: string, log: Log): StartEngine =>
  starter({ entry, serviceName: 'Crawlscope SQL', execArgv: helperArgv, mostMib: mostHelperMib, env: {} }, cwd, log);

export const repairStarter = (entry: string, cwd: string, log: Log): StartEngine =>
  starter({ entry, serviceName: 'Crawlscope repair', execArgv: helperArgv, mostMib: mostHelperMib, env: {} }, cwd, log);

export const conversionStarter = (entry: string, cwd: string, log: Log): StartEngine =>
  starter({ entry, serviceName: 'Crawlscope conversion', execArgv: helperArgv, mostMib: mostHelperMib, env: {} }, cwd, log);

/** Starts a program in the right kind of process and logs its output. Throws if no runtime can run it. */
function starter(program: Program, cwd: string, log: Log): StartEngine {
  return events => {
    const runtime = engineRuntime();
    if (runtime.kind === 'none') throw new Error(`Node ${process.versions.node} of this Electron cannot run the engine`);
    const start =
      runtime.kind === 'utility' ? startUtility(program, cwd, events, log) : startNode(runtime.path, program, cwd, events, log);
    const endWithUs = (): void => start.kill();
    process.once('exit', endWithUs);
    return {
      send: start.send,
      kill() {
        process.off('exit', endWithUs);
        start.kill();
      },
    };
  };
}

/** Ends a utility process that has too much memory, as if it had crashed. */
function watchMemory(child: UtilityProcess, { serviceName, mostMib }: Pick<Program, 'serviceName' | 'mostMib'>, log: Log): void {
  const residentMib = (): number | null => {
    const found = app.getAppMetrics().find(({ pid }) => pid === child.pid);
    return found ? found.memory.workingSetSize / 1_024 : null;
  };
  const end = (mib: number): void => {
    log.write('shell', `${serviceName} ended: it had ${Math.round(mib)} MiB of memory, and may have ${mostMib}`);
    child.kill();
  };
  child.once('exit', limitMemory({ residentMib, end }, mostMib));
}

function startUtility(program: Program, cwd: string, events: EngineEvents, log: Log): EngineProcess {
  const { entry, serviceName, execArgv, env } = program;
  const child = utilityProcess.fork(entry, [], {
    serviceName,
    env: { ...programEnvironment(process.env, cwd), ...env },
    execArgv: [...execArgv],
    cwd,
    stdio: 'pipe',
  });
  child.stdout?.on('data', (chunk: Buffer) => log.write('engine', chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => log.write('engine', chunk.toString('utf8')));
  watchMemory(child, program, log);
  child.on('message', message => events.message(message));
  child.on('exit', code => events.exit(code));
  return { send: message => child.postMessage(message), kill: () => void child.kill() };
}

/**
 * For Electron below 28 in development and tests. Releases do not contain it, because the build constant removes the only call.
 */
function startNode(node: string, { entry, execArgv, env }: Program, cwd: string, events: EngineEvents, log: Log): EngineProcess {
  const child = spawn(node, [...execArgv, entry], {
    env: { ...programEnvironment(process.env, cwd), ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  let over = false;
  const exit = (code: number | null): void => {
    if (over) return;
    over = true;
    events.exit(code);
  };
  child.stdout?.on('data', (chunk: Buffer) => log.write('engine', chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => log.write('engine', chunk.toString('utf8')));
  child.on('message', message => events.message(message));
  child.on('error', error => {
    log.write('shell', `engine process: ${error.message}`);
    if (child.pid === undefined) exit(null);
  });
  child.on('exit', exit);
  return {
    // A closed channel reports through the callback. The exit event then fails the waiting calls.
    send: message => void child.send(message, error => error && log.write('shell', `engine channel: ${error.message}`)),
    kill: () => void child.kill('SIGKILL'),
  };
}

const lookArgv = ['--max-old-space-size=512'];

/** Starts the process that looks at a file before the engine opens it. Without a runtime for it there is no engine either. */
export function lookStarter(entry: string, cwd: string, log: Log): StartLook {
  return (path, done) => {
    const runtime = engineRuntime();
    const env = programEnvironment(process.env, cwd);
    let found: string | null = null;
    const complain = (chunk: Buffer): void => log.write('engine', chunk.toString('utf8'));
    if (runtime.kind === 'node') {
      const child = spawn(runtime.path, [...lookArgv, entry, path], {
        env,
        cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
        windowsHide: true,
      });
      child.stdout?.on('data', (chunk: Buffer) => {
        found = (found ?? '') + chunk.toString('utf8');
      });
      child.stderr?.on('data', complain);
      child.on('error', () => done(null));
      child.on('close', () => done(found));
      return () => void child.kill('SIGKILL');
    }
    const serviceName = 'Crawlscope first look';
    const child = utilityProcess.fork(entry, [path], { serviceName, env, execArgv: lookArgv, cwd, stdio: 'pipe' });
    watchMemory(child, { serviceName, mostMib: mostLookMib }, log);
    child.stderr?.on('data', complain);
    child.on('message', (message: unknown) => {
      if (typeof message === 'string') found = message;
      child.kill();
    });
    child.on('exit', () => done(found));
    return () => void child.kill();
  };
}
