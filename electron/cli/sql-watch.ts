import { spawnSync } from 'node:child_process';

const defaultTimeoutS = 30;
const graceMs = 500;

/**
 * SQLite cannot be interrupted from its own thread: a statement that takes long before its first row would ignore its
 * time limit. So `sql` runs in a child process, which this process can kill. Null: run it in this process, because
 * this already is that process, or because there is no plain Node to start (the packaged app).
 */
export function runSqlWatched(argv: readonly string[], script: string): number | null {
  if (argv[0] !== 'sql' || process.versions['electron'] !== undefined || process.env['CRAWLSCOPE_SQL_WATCHED'] === '1')
    return null;
  const at = argv.findIndex(word => word === '--timeout' || word.startsWith('--timeout='));
  const text = at < 0 ? '' : (argv[at]?.split('=')[1] ?? argv[at + 1] ?? '');
  const seconds = Number(text) > 0 ? Number(text) : defaultTimeoutS;
  const child = spawnSync(process.execPath, [script, ...argv], {
    stdio: 'inherit',
    env: { ...process.env, CRAWLSCOPE_SQL_WATCHED: '1' },
    timeout: seconds * 1_000 + graceMs,
    killSignal: 'SIGKILL',
  });
  if (child.status !== null) return child.status;
  const why =
    child.error && 'code' in child.error && child.error.code === 'ETIMEDOUT'
      ? `the statement ran longer than ${seconds} s. Narrow it, or raise --timeout.`
      : `the statement was ended by ${child.signal ?? 'an unknown signal'}.`;
  process.stderr.write(`crawlscope: ${why}\n`);
  return 3;
}
