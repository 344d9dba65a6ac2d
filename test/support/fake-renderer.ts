import type {
  ConsoleEntry,
  PageRequest,
  Renderer,
  RenderFailureCause,
  RenderOutcome,
  RenderRequest,
  ResourceAnswer,
  ResourceRequest,
  ResourceType,
} from '#shared/model/rendering.ts';

/** A renderer without a browser, and what it was given. */
export interface FakeRenderer extends Renderer {
  readonly pages: readonly RenderRequest[];
  readonly isClosed: () => boolean;
}

const elements: readonly (readonly [RegExp, ResourceType])[] = [
  [/<script[^>]* src="([^"]+)"/g, 'script'],
  [/<link rel="stylesheet" href="([^"]+)"/g, 'stylesheet'],
  [/<img[^>]* src="([^"]+)"/g, 'image'],
  [/<iframe[^>]* src="([^"]+)"/g, 'frame'],
];

type Ask = (url: string, type: ResourceType) => Promise<ResourceAnswer>;

/**
 * Plays a tiny language instead of JavaScript: each line of a script is a command. `append HTML`, `remove TEXT`, `fetch URL` (runs what
 * comes), `get URL` (runs nothing), `begin URL` (does not wait either), `error TEXT`, `move URL`, `fail CAUSE`, `wait` (until the rendering
 * is ended). When it ends, what still waits for an answer is given up.
 */
export function fakeRenderer({ places = 2 }: { readonly places?: number } = {}): FakeRenderer {
  const pages: RenderRequest[] = [];
  let isClosed = false;
  return {
    name: 'Fake 1.0',
    places,
    pages,
    isClosed: () => isClosed,
    async render(page, answer, signal) {
      pages.push(page);
      const ended = new AbortController();
      try {
        return await play(page, answer, AbortSignal.any([signal, ended.signal]));
      } finally {
        ended.abort();
      }
    },
    async close() {
      isClosed = true;
    },
  };
}

async function play(
  page: RenderRequest,
  answer: (request: ResourceRequest, signal: AbortSignal) => Promise<ResourceAnswer>,
  signal: AbortSignal,
): Promise<RenderOutcome> {
  const requests: PageRequest[] = [];
  const console: ConsoleEntry[] = [];
  let html = Buffer.from(page.response.body).toString('utf8');
  const record = () => ({ requests, requestsDropped: 0, console, refused: [], pageMs: 10, wallMs: 20 });
  const failed = (cause: RenderFailureCause, detail: string, movedTo = ''): RenderOutcome => ({
    ...{ ...record(), kind: 'failed', cause, detail, movedTo },
  });
  const ask: Ask = async (href, type) => {
    const seq = requests.length + 1;
    const url = new URL(href, page.url).href;
    const said = { seq, url, method: 'GET', type, initiator: { kind: 'other' } } as const;
    const base = { ...said, status: null, fetch: null, bytes: 0, startedMs: 1, endedMs: 2 };
    requests.push({ ...base, outcome: 'failed', detail: 'not answered' });
    const given = await answer({ ...said, headers: [] }, signal);
    const ended: PageRequest =
      given.kind === 'response'
        ? { ...base, outcome: 'answered', detail: '', status: given.status, fetch: given.fetch, bytes: given.body.length }
        : given.kind === 'blocked'
          ? { ...base, outcome: 'blocked', detail: given.reason }
          : { ...base, outcome: 'failed', detail: given.detail };
    requests[seq - 1] = ended;
    const location = given.kind === 'response' && given.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    return location ? ask(new URL(location, url).href, type) : given;
  };
  let end: RenderOutcome | null = null;
  const run = async (script: string): Promise<void> => {
    for (const line of script.split('\n')) {
      const [, command = '', rest = ''] = /^(\w+) ?(.*)$/.exec(line.trim()) ?? [];
      if (command === 'append') html += rest;
      if (command === 'remove') html = html.replace(rest, '');
      if (command === 'error') console.push({ kind: 'exception', text: rest, place: null });
      if (command === 'move') end = failed('left', 'A script moved the page.', rest);
      if (command === 'fail') end = failed(rest as RenderFailureCause, 'As the script says.');
      if (command === 'wait') await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }));
      if (command === 'begin') void ask(rest, 'fetch');
      if (command === 'get') await ask(rest, 'fetch');
      if (command === 'fetch') await runAnswer(await ask(rest, 'fetch'));
    }
  };
  const runAnswer = async (given: ResourceAnswer): Promise<void> => {
    if (given.kind === 'response' && given.status === 200) await run(Buffer.from(given.body).toString('utf8'));
  };
  const source = html;
  const wanted = elements.flatMap(([pattern, type]) =>
    [...source.matchAll(pattern)].map(found => [found[1] ?? '', type] as const),
  );
  const answers = await Promise.all(wanted.map(async ([href, type]) => [type, await ask(href, type)] as const));
  for (const [type, given] of answers) if (type === 'script') await runAnswer(given);
  if (signal.aborted) return failed('stopped', 'The rendering was stopped.');
  if (end !== null) return end;
  const shot = { width: 1, height: 1, png: new Uint8Array([137, 80, 78, 71]) };
  return {
    ...{ ...record(), kind: 'rendered', endedBy: page.wait.kind, url: page.url, html: Buffer.from(html), scripted: [] },
    screenshots: page.screenshots ? [{ ...shot, kind: 'viewport' }] : [],
    picturesMissing: '',
  };
}
