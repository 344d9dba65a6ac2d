import { spawnSync } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '../../../electron/engine/session/session.ts';
import { endedWords } from '../../../shared/model/first-look.ts';
import { runInProcess } from '../../../test/support/memory-io.ts';
import { writeMutated } from '../../../test/support/mutation.ts';
import { commands, isRaw, victimText } from './course.mjs';

/**
 * Gives mutated files to the first look, each time a process of its own. Then the commands and the engine's procedures read them in this process. Its starter ends it when it works for ten seconds without a word.
 */

interface Work {
  readonly good: string;
  readonly folder: string;
  readonly seeds: readonly number[];
  /** The program of the first look. */
  readonly look: string;
}

const { good, folder, seeds, look } = JSON.parse(process.argv[2] ?? '{}') as Work;
const bytes = readFileSync(good);
const given = join(folder, 'given');
const second = join(folder, 'second.crawl');
const victim = join(folder, 'victim.txt');
const engine = await import('../../../electron/engine/session/session.ts');

let packets = 0;
for (const channel of ['net.client.socket', 'udp.socket']) subscribe(channel, () => (packets += 1));

/** What is open to a network. Threads do not report theirs on the channels above. */
const sockets = (): number => process.getActiveResourcesInfo().filter(name => /^(TCP|UDP|GETADDRINFO|QUERY)/.test(name)).length;

/** All that lies around, except the folder of the mutated file and the data of the program. */
const around = (): string =>
  readdirSync(folder)
    .filter(name => !['given', 'home', 'second.crawl'].includes(name))
    .map(name => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .join('\n');

/** Writes the mutated file anew. A file of an earlier turn would be known to this installation. */
function fresh(seed: number): { readonly path: string; readonly kind: string } {
  rmSync(given, { recursive: true, force: true });
  mkdirSync(given);
  const path = join(given, 'mutated.crawl');
  return { path, kind: writeMutated(path, bytes, seed) };
}

/** '' for a clear ending, else what was raw about it. `withReader`: also what the reader thread answers. */
async function review(path: string, withReader: boolean): Promise<string> {
  let stage = 'open';
  try {
    const session = openSession(path);
    try {
      stage = 'status';
      await session.counted();
      session.status();
      stage = 'urls';
      const urls = [...session.urls({ filter: '', limit: 50 })];
      stage = 'links';
      for (const _ of session.links({ limit: 50 })) stage = 'links';
      stage = 'sitemaps';
      session.sitemaps();
      stage = 'explain';
      for (const { url } of withReader ? urls.slice(0, 6) : []) await session.handlers['url.explain']({ url });
      stage = 'politeness';
      await session.politeness([]);
      stage = 'robots.file';
      if (withReader)
        for (const { origin } of await session.handlers['robots.origins']({})) await session.handlers['robots.file']({ origin });
    } finally {
      await session.close();
    }
    return '';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (error instanceof Error && error.name === 'RpcError' && code !== 'internal') return '';
    return `engine, ${stage}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** Runs a command in this process. The first one starts the process of the first look. */
async function command(
  words: readonly string[],
  path: string,
): Promise<{ readonly code: number; readonly err: string; readonly raw: string }> {
  const places: Record<string, string> = {
    F: path,
    GOOD: second,
    OUT1: join(given, 'out1.crawl'),
    OUT2: join(given, 'out2.crawl'),
  };
  const { code, err } = await runInProcess(
    words.map(word => places[word] ?? word),
    { engine },
  );
  const isClear = [0, 1, 2, 3].includes(code) && !isRaw(err) && (code !== 2 || err.trimEnd().split('\n').length === 1);
  return { code, err, raw: isClear ? '' : `${words.join(' ')}: exit code ${code}, ${err}` };
}

/** What the process of the first look said when it ended with an error of its own, '' otherwise. */
function fallen(path: string): string {
  const child = spawnSync(process.execPath, ['--max-old-space-size=512', look, path], {
    timeout: 12_000,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  return child.status === 0 || child.signal !== null ? '' : `first look: ${child.stderr}`;
}

/** Gives the file to the commands. `raw`: '' when each ended with a code of its own, and with one line of error where it failed. */
async function runCommands(path: string, seed: number): Promise<{ readonly isRefused: boolean; readonly raw: string }> {
  const [first = [], ...others] = commands;
  const begun = await command(first, path);
  if (begun.err.includes(endedWords('mutated.crawl'))) return { isRefused: true, raw: begun.raw || fallen(path) };
  // What the first look refuses, every command refuses in the same way.
  if (begun.raw !== '' || begun.code === 2) return { isRefused: true, raw: begun.raw };
  for (const words of others) {
    // It starts a thread that takes as long as all the others. Each fourth file is enough.
    if (words[0] === 'compare' && seed % 4 !== 1) continue;
    writeFileSync(second, bytes);
    const { raw } = await command(words, path);
    if (raw !== '') return { isRefused: false, raw };
  }
  return { isRefused: false, raw: '' };
}

writeFileSync(victim, victimText);
for (const seed of seeds) {
  process.send?.({ seed });
  const before = around();
  const { path, kind } = fresh(seed);
  const ran = await runCommands(path, seed);
  // Deeper than the program goes: also what the first look refuses is opened.
  const raw = ran.raw || (await review(fresh(seed).path, seed % 4 === 0));
  const isElsewhere = around() !== before || readFileSync(victim, 'utf8') !== victimText;
  process.send?.({ seed, kind, refused: ran.isRefused, raw, isElsewhere, packets: packets + sockets() });
  packets = 0;
}
process.disconnect?.();
