import type { Renderer, RenderOutcome } from '#shared/model/rendering.ts';
import { BrowserGone } from './cdp.ts';
import { type ChromiumOptions, chromiumStarter } from './chromium.ts';
import { renderPage } from './page-render.ts';
import { openDesk, type PageDesk } from './page-target.ts';
import { createPlaces } from './places.ts';
import { processMemory } from './process-memory.ts';
import type { RunningBrowser, StartBrowser } from './running-browser.ts';

export interface RendererOptions {
  /** Pages rendered at a time. */
  readonly places?: number;
  /** A browser is replaced after so many pages. */
  readonly pagesPerBrowser?: number;
  /** A browser is replaced when its main process holds more, in bytes. */
  readonly browserBytes?: number;
}

interface Shift {
  readonly browser: RunningBrowser;
  readonly desk: PageDesk;
  pages: number;
  /** Pages that are rendered in it now. */
  running: number;
  /** It gets no further page and is closed after its last one. */
  isRetired: boolean;
}

/** A renderer with an installed Chromium. Rejects with NoBrowser, whose message is one line for the user. */
export const openChromium = (options: ChromiumOptions, own: RendererOptions = {}): Promise<Renderer> =>
  openRenderer(chromiumStarter(options), own);

/** A renderer over any browser. Starts it at once, so that a browser that does not start is known before the first page. */
export async function openRenderer(
  start: StartBrowser,
  { places = 2, pagesPerBrowser = 100, browserBytes = 1024 * 1024 * 1024 }: RendererOptions = {},
): Promise<Renderer> {
  const seats = createPlaces(places);
  const shifts = new Set<Shift>();
  let current: Promise<Shift> | null = null;
  let isClosed = false;

  const begin = async (): Promise<Shift> => {
    const browser = await start();
    try {
      const shift: Shift = { browser, desk: await openDesk(browser), pages: 0, running: 0, isRetired: false };
      shifts.add(shift);
      void browser.cdp.ended.then(() => retire(shift));
      return shift;
    } catch (error) {
      browser.kill();
      throw error;
    }
  };
  /** The browser for the next page. One that ended is replaced. */
  const onDuty = async (): Promise<Shift> => {
    for (;;) {
      if (current === null) {
        const starting = begin();
        current = starting;
        starting.catch(() => {
          if (current === starting) current = null;
        });
      }
      const shift = await current;
      if (!shift.isRetired) return shift;
      current = null;
    }
  };
  const retire = (shift: Shift): void => {
    shift.isRetired = true;
    if (shift.running > 0) return;
    shifts.delete(shift);
    void shift.browser.close();
  };

  const once = async (args: Parameters<Renderer['render']>): Promise<RenderOutcome> => {
    const shift = await onDuty();
    shift.running += 1;
    shift.pages += 1;
    if (shift.pages >= pagesPerBrowser) shift.isRetired = true;
    const nth = shift.pages;
    const wasAlone = shift.running === 1;
    const isAlone = (): boolean => wasAlone && shift.pages === nth;
    try {
      const target = await shift.desk.open();
      const outcome = await renderPage(shift.browser, target, isAlone, ...args).finally(async () => {
        if (await target.close()) return;
        shift.browser.kill(); // It no longer answers. Other pages in it are rendered again.
      });
      const { pid } = shift.browser;
      const bytes = (await processMemory([pid])).get(pid) ?? 0;
      if (bytes > browserBytes) shift.isRetired = true;
      return outcome;
    } finally {
      shift.running -= 1;
      if (shift.isRetired) retire(shift);
    }
  };

  const first = await onDuty();
  return {
    name: first.browser.name,
    places,
    async render(page, answer, signal) {
      const args: Parameters<Renderer['render']> = [page, answer, signal];
      try {
        return await seats.take(() => once(args));
      } catch (error) {
        if (!(error instanceof BrowserGone) || isClosed) return failed(error, isClosed);
      }
      // The browser ended under this page, perhaps for another one. Once more, alone in the browser.
      try {
        return await seats.takeAll(() => once(args));
      } catch (error) {
        return failed(error, isClosed);
      }
    },
    async close() {
      isClosed = true;
      await current?.catch(() => undefined);
      await Promise.all([...shifts].map(shift => shift.browser.close()));
    },
  };
}

function failed(error: unknown, isClosed: boolean): RenderOutcome {
  const [cause, detail] = isClosed
    ? (['stopped', 'The browser was closed.'] as const)
    : error instanceof BrowserGone
      ? (['crashed', 'The browser ended while it rendered the page, twice.'] as const)
      : (['no-browser', error instanceof Error ? error.message : String(error)] as const);
  return {
    kind: 'failed',
    cause,
    detail,
    movedTo: '',
    requests: [],
    requestsDropped: 0,
    console: [],
    refused: [],
    pageMs: 0,
    wallMs: 0,
  };
}
