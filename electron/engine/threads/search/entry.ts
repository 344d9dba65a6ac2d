import { parentPort, workerData } from 'node:worker_threads';
import { RulePage } from '#core/rules/page.ts';
import { type Found, makeFinder } from '#core/search/find-text.ts';
import type { SearchHit } from '#shared/model/text-search.ts';
import { openDatabase } from '#storage/file/database.ts';
import { type SearchedCount, type SearchedPage, searchedPages } from '#storage/reads/searched-pages.ts';
import { bodyReader } from '#storage/tables/bodies.ts';
import type { SearchMessage, SearchWork } from './messages.ts';

/** The search thread: looks through all stored pages once. `text-search.ts` starts it, and ends it. */

/** Longer bodies are left alone: as text they take several times their bytes. */
const longestBody = 64 * 1024 * 1024;
const sayEveryMs = 50;

if (!parentPort) throw new Error('The engine starts the search thread.');
const port = parentPort;
const { path, wish } = workerData as SearchWork;

function search(): void {
  const made = makeFinder(wish);
  if ('problem' in made) throw new Error(made.problem);
  const { finder } = made;
  const db = openDatabase(path, { readOnly: true });
  const [pages, readBody] = [searchedPages(db), bodyReader(db)];
  const isTitle = wish.place === 'title';
  const counting = pages.count();
  let counted: SearchedCount = { stored: 0, missing: 0 };
  let isCounted = false;
  let [searched, tooLong, found, saidAt] = [0, 0, 0, performance.now()];
  let hits: SearchHit[] = [];
  const countOn = (): void => {
    const { value, done } = counting.next();
    if (done === true) isCounted = true;
    else counted = value;
  };
  const say = (isEnd: boolean, hasMore = false): void => {
    const { stored, missing } = counted;
    const message: SearchMessage = {
      searched,
      total: isCounted ? Math.max(isTitle ? stored + missing : stored, searched) : null,
      notSearchable: tooLong + (isTitle ? 0 : missing),
      ...{ hits, isEnd, hasMore },
    };
    port.postMessage(message);
    hits = [];
    saidAt = performance.now();
  };
  /** The whole is counted beside the search, so that the first pages with a match do not wait for it. */
  const end = (hasMore = false): void => {
    if (!isCounted) say(false);
    while (!isCounted) countOn();
    say(true, hasMore);
  };
  /** Null: it cannot be searched. */
  const look = (page: SearchedPage): Found | null => {
    if (isTitle) return finder.inTitle(page.title ?? '');
    const body = readBody(page.bodyHash);
    if (body === null) return null;
    if (body.length > longestBody) {
      tooLong += 1;
      return null;
    }
    return finder.inPage(new RulePage({ url: page.url, kind: page.kind, body, charset: page.charset }));
  };
  for (let block = pages.after(0); block.length > 0; block = pages.after(block.at(-1)?.id ?? 0))
    for (const page of block) {
      const result = look(page);
      if (result !== null) searched += 1;
      if (result !== null && result.count > 0) {
        if (found === wish.limit) {
          end(true);
          return;
        }
        found += 1;
        hits.push({ url: page.url, title: page.title, ...result });
      }
      if (performance.now() - saidAt <= sayEveryMs) continue;
      say(false);
      if (!isCounted) countOn();
    }
  end();
}

search();
