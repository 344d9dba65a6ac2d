import { type RenderedFacts, type RenderedPage, type RenderVariant, renderedAspects } from '#shared/model/rendered-facts.ts';
import type { ReadDb } from '../file/handle.ts';
import { isCount, isFlag, isObject, isPlace, isText, isTrue, listOf, orNull, shape } from '../file/shapes.ts';

const script = shape({ url: isText, line: isCount, column: isCount, function: isText });
const placed = { at: isPlace, by: script };
const texts = shape({ raw: orNull(isText), rendered: orNull(isText) }, placed);
const flags = shape({ raw: isFlag, rendered: isFlag }, placed);
const counts = { raw: isCount, rendered: isCount };
const lists = shape({ ...counts, added: listOf(isText), removed: listOf(isText) });
const link = shape({ url: isText, text: isText, rel: isText }, placed);
const changedLink = shape({ url: isText, what: isText, raw: isText, rendered: isText }, placed);
const lost = shape(
  { url: isText, type: isText, seq: isCount, detail: isText },
  { robots: shape({ version: isCount, line: isCount, rule: isText }) },
);
const aspects: ReadonlySet<unknown> = new Set(renderedAspects);

const isFacts = shape(
  {
    v: value => value === 1,
    changes: listOf(value => aspects.has(value)),
    title: texts,
    description: texts,
    h1: texts,
    canonical: value => texts(value) && isObject(value) && shape({ raw: isText, rendered: isText })(value['state']),
    noindex: flags,
    nofollow: flags,
    metas: listOf(shape({ name: isText, content: isText, at: shape({ start: isCount, end: isCount }), inHead: isFlag })),
    robots: lists,
    hreflang: lists,
    structured: lists,
    words: shape(counts),
    sameText: isFlag,
    images: shape(counts),
    links: shape(
      {
        ...counts,
        added: listOf(link),
        removed: listOf(link),
        changed: listOf(changedLink),
        addedCount: isCount,
        removedCount: isCount,
        changedCount: isCount,
      },
      { isCut: isTrue },
    ),
    clickable: shape({ count: isCount, tags: listOf(isText) }),
    blocked: listOf(lost),
    blockedCount: isCount,
    failed: listOf(lost),
    failedCount: isCount,
    errors: listOf(shape({ text: isText }, { by: script })),
    errorCount: isCount,
  },
  { movedTo: isText },
);

/** Reads `rendering.compared`. Null: none, damaged, or of another version. */
export function decodeRenderedFacts(json: string | null): RenderedFacts | null {
  if (json === null) return null;
  try {
    const read: unknown = JSON.parse(json);
    return isFacts(read) ? (read as RenderedFacts) : null;
  } catch {
    return null;
  }
}

interface Row {
  readonly id: number;
  readonly fetch_id: number | null;
  readonly state: string;
  readonly result: string;
  readonly detail: string;
  readonly moved_to: string | null;
  readonly compared: string | null;
}

/** Reads how the rendering of a page ended, by the id of its URL. Null: it was not rendered, or not yet. */
export function renderedPages(db: ReadDb): (urlId: number, variant?: RenderVariant) => RenderedPage | null {
  const read = db.prepare(
    `SELECT id, fetch_id, state, result, detail, moved_to, compared FROM rendering
     WHERE url_id = ? AND variant = ? AND (state = 'done' OR state = 'failed')`,
  );
  return (urlId, variant = 'obeying') => {
    const row = read.get(urlId, variant) as Row | undefined;
    if (row === undefined) return null;
    const { id: rendering, state, result: cause, detail } = row;
    return state === 'done'
      ? { kind: 'rendered', rendering, fetch: row.fetch_id, facts: decodeRenderedFacts(row.compared) }
      : { kind: 'failed', rendering, cause, detail, movedTo: row.moved_to ?? '' };
  };
}

/** A resource that a rendered page got. */
export interface UsedResource {
  readonly url: string;
  readonly type: string;
}

/** The resources that a rendering got a response for, in order, the page itself aside. */
export function usedResources(db: ReadDb): (rendering: number, most: number) => readonly UsedResource[] {
  const read = db.prepare(
    `SELECT url, type FROM render_request WHERE rendering_id = ? AND seq > 0 AND outcome = 'answered' ORDER BY seq LIMIT ?`,
  );
  return (rendering, most) => read.all(rendering, most) as UsedResource[];
}
