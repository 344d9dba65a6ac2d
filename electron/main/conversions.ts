import { readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Conversion, type ConversionStep, type ConversionWork, conversionWords } from '#shared/model/conversion.ts';
import type { FileInfo } from '#shared/model/shell.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import { readReply } from './engine-messages.ts';
import type { EngineProcess, StartEngine } from './engine-supervisor.ts';

export interface ConversionParts {
  /** Starts a process that converts one file. */
  readonly startConversion: StartEngine;
  /** Tells the window how far it is; null: it has ended. */
  readonly tellConversion: (work: ConversionWork | null) => void;
  /** How a path is shown. */
  readonly shown: (path: string) => FileInfo;
  readonly now: () => number;
  readonly log: (text: string) => void;
  /** Time that a cancelled process has to tidy up, in milliseconds; for tests. */
  readonly tidyMs?: number;
}

interface Run {
  readonly process: EngineProcess;
  work: ConversionWork;
  /** Ends the run. `leaves`: the process could not tidy up. A second call does nothing. */
  end(how: Conversion | RpcError, leaves?: 'files'): void;
  timer?: NodeJS.Timeout;
}

const isStep = (raw: unknown): raw is ConversionStep =>
  typeof raw === 'object' &&
  raw !== null &&
  'kind' in raw &&
  raw.kind === 'progress' &&
  'step' in raw &&
  typeof raw.step === 'string' &&
  Object.hasOwn(conversionWords, raw.step) &&
  'share' in raw &&
  typeof raw.share === 'number';

const conversionOf = (value: unknown): Conversion => {
  const found = value as Conversion;
  return found?.kind === 'converted' && typeof found.original === 'string'
    ? found
    : { kind: found?.kind === 'none' ? 'none' : 'cancelled' };
};

/** Temporary files of conversions, with their logs: `site.crawl.01234567.part`. For a link, they are beside the file that it leads to. */
function halvesOf(path: string): string[] {
  const place = realpathSync(path);
  const begin = `${basename(place)}.`;
  return readdirSync(dirname(place))
    .filter(name => name.startsWith(begin) && /^[0-9a-f]{8}\.part(\.2)?(-wal|-shm|-journal)?$/.test(name.slice(begin.length)))
    .map(name => join(dirname(place), name));
}

/** Conversions of older crawl files, one at a time, each in a process of its own that Cancel ends. */
export interface Conversions {
  /** Converts a file of an earlier version before the engine opens it. Rejects with one sentence where that is not possible. */
  convert(path: string): Promise<Conversion>;
  readonly handlers: Pick<Handlers<'shell'>, 'conversion.cancel'>;
}

export function conversions(parts: ConversionParts): Conversions {
  let run: Run | null = null;

  const tidyMs = parts.tidyMs ?? 3_000;
  const note = (error: unknown): void => parts.log(`conversion: ${String(error)}`);

  const convert = (path: string): Promise<Conversion> =>
    new Promise((resolve, reject) => {
      let isOver = false;
      // Files that exist already belong to other conversions, or to one that ended with a crash of the computer.
      const others = new Set(halvesOf(path));
      let tellGone = (): void => undefined;
      const gone = new Promise<void>(ended => {
        tellGone = ended;
      });
      const removeOwn = async (): Promise<void> => {
        // The process may write until it has exited, and Windows cannot remove a file that it has open.
        await Promise.race([gone, delay(tidyMs)]);
        for (const half of halvesOf(path)) if (!others.has(half)) await rm(half, { force: true });
      };
      let began = { step: 'copy', at: parts.now() };
      const name = parts.shown(path).name;
      const tell = (change: Partial<ConversionWork>): void => {
        mine.work = { ...mine.work, ...change };
        parts.tellConversion(mine.work);
      };
      const mine: Run = {
        work: { step: 'copy', share: 0, file: parts.shown(path), isCancelling: false, etaMs: null },
        process: parts.startConversion({
          message: raw => {
            if (isOver) return;
            if (isStep(raw)) {
              const now = parts.now();
              if (began.step !== raw.step || raw.share < mine.work.share) began = { step: raw.step, at: now };
              const share = Math.min(1, Math.max(0, raw.share));
              const gone = now - began.at;
              tell({ step: raw.step, share, etaMs: share > 0.05 && gone > 1_000 ? (gone / share) * (1 - share) : null });
              return;
            }
            const message = readReply(raw);
            if (message?.id !== 1) return;
            mine.end(
              message.kind === 'error' ? new RpcError(message.error.code, message.error.message) : conversionOf(message.value),
            );
          },
          exit: code => {
            tellGone();
            if (!isOver) parts.log(`conversion: the process ended with ${code ?? 'no code'}`);
            const words = `“${name}” could not be converted: the process ended. The file is as it was.`;
            mine.end(new RpcError('refused', words), 'files');
          },
        }),
        end(how, leaves) {
          if (isOver) return;
          isOver = true;
          clearTimeout(mine.timer);
          run = null;
          mine.process.kill();
          const done = (): void => {
            parts.tellConversion(null);
            if (how instanceof RpcError) reject(how);
            else resolve(how);
          };
          if (leaves === undefined) done();
          else removeOwn().catch(note).finally(done);
        },
      };
      run = mine;
      parts.tellConversion(mine.work);
      mine.process.send({ kind: 'call', id: 1, name: 'conversion.run', input: { path } });
    });

  return {
    convert,
    handlers: {
      'conversion.cancel': () => {
        const mine = run;
        if (!mine || mine.timer) return;
        mine.work = { ...mine.work, isCancelling: true };
        parts.tellConversion(mine.work);
        mine.process.send({ kind: 'call', id: 2, name: 'conversion.cancel', input: {} });
        mine.timer = setTimeout(() => mine.end({ kind: 'cancelled' }, 'files'), tidyMs);
      },
    },
  };
}
