import { engineById } from '#core/directives/engines.ts';
import { originOf } from '#core/url/authority.ts';
import { blockedScriptsNote, engineScriptNote, renderedSameNote, scriptChangeWords } from '#shared/explain/script-words.ts';
import type { RenderedFacts } from '#shared/model/rendered-facts.ts';
import type { RobotsVerdict } from '#shared/model/robots.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import type { SeenPage } from './page-facts.ts';

/** What scripts change on the page, and the resources of the same origin that its rendering used. */
export interface ScriptsOfPage {
  readonly facts: RenderedFacts;
  readonly resources: readonly string[];
}

/** Resources judged for another crawler. */
const mostResources = 50;
const codeTypes: ReadonlySet<string> = new Set(['script', 'xhr', 'fetch', 'worker']);

/** Null: the last response of the page was not rendered. */
export function scriptsOfPage(
  lookup: Pick<Lookup, 'rendering' | 'usedResources'>,
  urlId: number,
  { last, origin }: { readonly last: SeenPage | null; readonly origin: string },
): ScriptsOfPage | null {
  const rendering = last?.compared ? lookup.rendering(urlId) : null;
  if (!last?.compared || rendering === null) return null;
  const used = lookup.usedResources(rendering.rendering, mostResources);
  const own = used.filter(({ url, type }) => codeTypes.has(type) && originOf(url)?.key === origin);
  return { facts: last.compared, resources: own.map(({ url }) => url) };
}

/** What an engine sees of what scripts change. `decide`: the verdict of its crawler on a URL of the same origin; null: it is not asked. */
export function scriptNotes(
  { facts, resources }: ScriptsOfPage,
  engine: string,
  decide: ((url: string) => RobotsVerdict | null) | null,
): string[] {
  const changed = scriptChangeWords(facts);
  const { value: renders } = engineById(engine).renders;
  if (changed === '') return renders === 'yes' ? [renderedSameNote] : [];
  const notes = [engineScriptNote(renders, changed)];
  if (decide === null || renders === 'no') return notes;
  const blocked = resources.flatMap(url => {
    const verdict = decide(url);
    return verdict?.allowed === false ? [{ url, verdict }] : [];
  });
  const [first] = blocked;
  if (first) {
    const { line, rule } = first.verdict;
    notes.push(blockedScriptsNote({ count: blocked.length, first: first.url, line, rule: rule ?? '' }));
  }
  return notes;
}
