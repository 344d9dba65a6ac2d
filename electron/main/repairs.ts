import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { RepairFound, RepairStep, RepairWork } from '#shared/model/repair.ts';
import type { FileInfo, FileOutcome } from '#shared/model/shell.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { Dialogs } from './dialogs.ts';
import { readReply } from './engine-messages.ts';
import type { EngineProcess, StartEngine } from './engine-supervisor.ts';
import { exists, freePath, safeName, withExtension } from './file-names.ts';

export interface RepairParts {
  /** Starts a process that repairs one file. */
  readonly startRepair: StartEngine;
  readonly dialogs: Dialogs;
  readonly crawlsFolder: string;
  /** How a path is shown. */
  readonly shown: (path: string) => FileInfo;
  readonly now: () => number;
  readonly log: (text: string) => void;
  /** One file dialog at a time. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Opens the new file. */
  readonly openPath: (path: string) => Promise<FileOutcome>;
  /** Time that a cancelled process has to tidy up, in milliseconds; for tests. */
  readonly tidyMs?: number;
}

const none: RepairWork = {
  state: 'none',
  source: null,
  target: null,
  table: '',
  share: 0,
  etaMs: null,
  found: null,
  problem: '',
};

interface Run {
  readonly process: EngineProcess;
  readonly target: string;
  /** Ends the run with what became of it. The second time nothing happens. */
  end(change: Partial<RepairWork>): void;
  timer?: NodeJS.Timeout;
}

const isStep = (raw: unknown): raw is RepairStep =>
  typeof raw === 'object' &&
  raw !== null &&
  'kind' in raw &&
  raw.kind === 'progress' &&
  'table' in raw &&
  typeof raw.table === 'string' &&
  'share' in raw &&
  typeof raw.share === 'number';

/** Removes what an ended process left beside its target: files with the target's name and a random ending. */
async function removeHalves(target: string): Promise<void> {
  const begin = `${basename(target)}.`;
  for (const name of await readdir(dirname(target)))
    if (name.startsWith(begin) && /^[0-9a-f]{8}\.part(\.old)?(-wal|-shm|-journal)?$/.test(name.slice(begin.length)))
      await rm(join(dirname(target), name), { force: true });
}

/** Repairs of damaged crawl files, one at a time, each in a process of its own that Cancel ends. The damaged file is only read. */
export function repairHandlers(
  parts: RepairParts,
): Pick<Handlers<'shell'>, 'repair.start' | 'repair.read' | 'repair.cancel' | 'repair.open'> {
  const { dialogs, shown } = parts;
  let work = none;
  let run: Run | null = null;
  let repaired: string | null = null;

  const begin = (path: string, target: string): void => {
    const began = parts.now();
    let isOver = false;
    const mine: Run = {
      target,
      process: parts.startRepair({
        message: raw => {
          if (isOver) return;
          if (isStep(raw)) {
            const share = Math.min(1, Math.max(0, raw.share));
            const gone = parts.now() - began;
            const etaMs = share > 0.02 && gone > 1_000 ? (gone / share) * (1 - share) : null;
            work = { ...work, table: raw.table.slice(0, 60), share, etaMs };
            return;
          }
          const message = readReply(raw);
          if (message?.id !== 1) return;
          if (message.kind === 'error') mine.end({ state: 'failed', problem: message.error.message });
          else if (message.value === null) mine.end({ state: 'cancelled' });
          else {
            repaired = target;
            mine.end({ state: 'done', share: 1, found: message.value as RepairFound });
          }
        },
        exit: code => {
          if (!isOver) parts.log(`repair: the process ended with ${code ?? 'no code'}`);
          mine.end({ state: 'failed', problem: `“${shown(path).name}” cannot be read. Nothing was written.` });
        },
      }),
      end(change) {
        if (isOver) return;
        isOver = true;
        clearTimeout(mine.timer);
        if (run === mine) run = null;
        work = { ...work, etaMs: null, ...change };
        mine.process.kill();
        if (work.state !== 'done') removeHalves(target).catch((error: unknown) => parts.log(`repair: ${String(error)}`));
      },
    };
    run = mine;
    repaired = null;
    work = { ...none, state: 'running', source: shown(path), target: shown(target) };
    mine.process.send({ kind: 'call', id: 1, name: 'repair.run', input: { path, target } });
  };

  return {
    'repair.start': () =>
      parts.alone(async () => {
        if (run) throw new RpcError('refused', 'Another file is being repaired. Wait until it is done, or cancel it.');
        const path = await dialogs.openDamaged(parts.crawlsFolder);
        if (path === null) return false;
        const chosen = await dialogs.saveCrawl(await freePath(dirname(path), `${safeName(shown(path).name)} repaired`));
        if (chosen === null) return false;
        const target = withExtension(chosen);
        if (await exists(target))
          throw new RpcError(
            'refused',
            `“${shown(target).name}” already exists there; Crawlscope never overwrites a crawl. Choose another name.`,
          );
        begin(path, target);
        return true;
      }),
    'repair.read': () => work,
    'repair.cancel': () => {
      const mine = run;
      if (!mine || mine.timer) return;
      mine.process.send({ kind: 'call', id: 2, name: 'repair.cancel', input: {} });
      mine.timer = setTimeout(() => mine.end({ state: 'cancelled' }), parts.tidyMs ?? 3_000);
    },
    'repair.open': async () => {
      const path = repaired;
      if (path === null) throw new RpcError('not_found', 'There is no repaired file to open.');
      return parts.alone(() => parts.openPath(path));
    },
  };
}
