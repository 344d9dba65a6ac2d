import { engineById } from '#core/directives/engines.ts';
import { wholeOf } from '#fetcher/body-hold.ts';
import type { PageLink } from '#shared/model/page.ts';
import { packWhole } from '#storage/file/codec.ts';
import { loadLanguages } from '../../crawl/languages.ts';
import { readPage } from '../../crawl/read-page.ts';
import type { BodyFacts, PageWork } from './read-body.ts';

/** Reads a long page. `links`: gets its links, which the facts do not have. */
export async function readLongPage(
  { url, response, isStored, agents, engine, content }: PageWork,
  links: { add(link: PageLink): void },
): Promise<BodyFacts> {
  await loadLanguages();
  const { held, ...plain } = response;
  const body = held ? wholeOf(held) : response.body;
  const stored = isStored && body.length > 0 ? packWhole(body) : 'no-body';
  const profile = { agents, engine: engineById(engine), ...(content ? { content } : {}) };
  const reading = readPage(url, { ...plain, body }, profile);
  for (const link of reading.html?.links ?? []) links.add(link);
  const html = reading.html && { ...reading.html, links: [] };
  return { kind: 'page', reading: { ...reading, html }, stored };
}
