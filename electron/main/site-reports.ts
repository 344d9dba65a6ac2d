import { basename, dirname, join } from 'node:path';
import type { ReportLogo, SiteReportProgress } from '#shared/model/site-report.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Handlers, Input } from '#shared/rpc/types.ts';
import type { Dialogs } from './dialogs.ts';
import type { Engine } from './engine-supervisor.ts';
import { dataPath, safeName } from './file-names.ts';
import type { Grants } from './grants.ts';
import type { OpenFile } from './open-file.ts';
import { writeWhole } from './write-whole.ts';

export interface SiteReportParts {
  readonly engine: () => Engine;
  readonly dialogs: Dialogs;
  readonly grants: Grants;
  readonly file: OpenFile;
  /** Looks at a crawl file before the engine opens it. */
  readonly look: (path: string) => Promise<unknown>;
  /** How a path is shown. */
  readonly shown: (path: string) => { readonly name: string; readonly folder: string };
  /** Prints a document without script or network as PDF. `signal` ends it. */
  readonly print: (html: string, signal: AbortSignal) => Promise<Uint8Array>;
  readonly log: (text: string) => void;
  /** One file dialog at a time. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

type Calls = 'report.site' | 'report.siteProgress' | 'report.cancelSite' | 'report.chooseLogo' | 'report.chooseBaseline';

const nothing: SiteReportProgress = { state: 'none', step: '', share: 0, problem: '' };
/** The share of the whole that printing takes. */
const printingFrom = 0.9;

/** Reports on the whole open crawl, one at a time: the engine makes the document, and the shell writes or prints it. */
export function siteReportHandlers(parts: SiteReportParts): Pick<Handlers<'shell'>, Calls> {
  const { engine, dialogs, grants, file, shown } = parts;
  let progress = nothing;
  let stop: AbortController | null = null;

  const current = (): string => {
    const path = file.path();
    if (path === null) throw new RpcError('no_file', 'No crawl file is open.');
    return path;
  };
  const granted = (grant: string | null, what: string): string | null => {
    const path = grant === null ? null : grants.pathOf(grant);
    if (grant !== null && path === null) throw new RpcError('not_found', `The chosen ${what} is unknown now. Choose it again.`);
    return path;
  };

  async function make(
    path: string,
    { format, ...wish }: Input<'report.site'>,
    logo: ReportLogo | null,
    { signal }: AbortController,
  ) {
    const baseline = granted(wish.baseline, 'crawl');
    const html = await engine().control('session.siteReport', {
      wish: { ...wish, baseline, logo, pages: format === 'pdf' ? 'printer' : 'browser' },
    });
    if (html === null || signal.aborted) return 'cancelled' as const;
    if (format === 'html') await writeWhole(path, html);
    else {
      progress = { state: 'printing', step: 'Printing', share: printingFrom, problem: '' };
      const pdf = await parts.print(html, signal);
      if (signal.aborted) return 'cancelled' as const;
      await writeWhole(path, pdf);
    }
    return 'done' as const;
  }

  async function follow(
    path: string,
    input: Input<'report.site'>,
    logo: ReportLogo | null,
    mine: AbortController,
  ): Promise<void> {
    try {
      progress = { ...nothing, state: await make(path, input, logo, mine), share: 1 };
    } catch (error) {
      const isCancelled = mine.signal.aborted;
      const code = error instanceof Error && 'code' in error && !(error instanceof RpcError) ? ` (${String(error.code)})` : '';
      if (!isCancelled && !(error instanceof RpcError)) parts.log(`report: ${String(error)}`);
      progress = isCancelled
        ? { ...nothing, state: 'cancelled' }
        : {
            ...nothing,
            state: 'failed',
            problem:
              error instanceof RpcError
                ? error.message
                : `The report “${basename(path)}” could not be written${code}. Choose another place.`,
          };
    } finally {
      stop = null;
    }
  }

  return {
    'report.site': input =>
      parts.alone(async () => {
        const open = current();
        if (stop) throw new RpcError('refused', 'Another report is being made. Wait until it is done, or cancel it.');
        const picture = granted(input.logo, 'logo');
        const logo = picture === null ? null : await engine().control('session.readLogo', { path: picture });
        granted(input.baseline, 'crawl');
        const name = `${safeName(input.title || `${shown(open).name} report`)}.${input.format}`;
        const chosen = await dialogs.saveData(join(dirname(open), name), input.format);
        if (chosen === null) return { cancelled: true } as const;
        const path = await dataPath(chosen, input.format);
        stop = new AbortController();
        progress = { ...nothing, state: 'running', step: 'Opening the file' };
        void follow(path, input, logo, stop);
        return { grant: grants.give(path), file: { name: basename(path), folder: shown(path).folder } };
      }),
    'report.siteProgress': async () => {
      if (progress.state !== 'running') return progress;
      const { step, share } = await engine().control('session.siteReportProgress', {});
      return progress.state === 'running' && step !== '' ? { ...progress, step, share: share * printingFrom } : progress;
    },
    'report.cancelSite': async () => {
      if (!stop) return;
      stop.abort();
      await engine().control('session.cancelSiteReport', {});
    },
    'report.chooseLogo': () =>
      parts.alone(async () => {
        const path = await dialogs.openLogo(dirname(current()));
        if (path === null) return null;
        await engine().control('session.readLogo', { path });
        return { grant: grants.give(path), name: basename(path), folder: shown(path).folder };
      }),
    'report.chooseBaseline': () =>
      parts.alone(async () => {
        const path = await dialogs.openOther(dirname(current()));
        if (path === null) return null;
        await parts.look(path);
        return { grant: grants.give(path), ...shown(path) };
      }),
  };
}
