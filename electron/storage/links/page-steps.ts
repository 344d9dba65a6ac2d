import { LinkForm } from '#core/audit/link-form.ts';
import type { PageSteps } from '#core/graph/site-graph.ts';
import { unpackLinkFacts } from '#core/html/facts/link-facts.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { ReadDb } from '../file/handle.ts';
import { WordTexts } from '../file/words.ts';
import { LinkKinds } from './link-kinds.ts';
import { LinkReader } from './page-links.ts';

const pagesOfBlock = 200;
/** Ids above this are only in a damaged file. */
const largestId = 2 ** 31 - 1;

/** Followed, and perhaps a recommendation. */
const isStep = 1;
const passes = 2;

/** Reads where the links of pages lead, page by page in the order of their ids. No statement stays open between two pages. */
export function pageSteps(db: ReadDb): () => Generator<PageSteps> {
  const block = db
    .prepare(`SELECT from_id, links FROM page_links WHERE from_id > ? ORDER BY from_id LIMIT ${pagesOfBlock}`)
    .raw();
  const kinds = new LinkKinds(db);
  const words = new WordTexts(db);
  return function* () {
    let page = { from: 0, count: 0, to: new Int32Array(256), passes: new Uint8Array(256) };
    for (let after = 0; ; ) {
      const rows = block.all(after) as [number, Buffer][];
      if (rows.length === 0) return;
      for (const [from, packed] of rows) {
        after = from;
        const link = new LinkReader(packed, words);
        if (link.count > page.to.length) page = { ...page, to: new Int32Array(link.count), passes: new Uint8Array(link.count) };
        page.from = from;
        page.count = 0;
        const forms: number[] = [];
        while (link.next()) {
          if (link.form === forms.length) forms.push(marksOf(kinds.nameOf(link.kind), link.rel));
          const marks = forms[link.form] as number;
          if (marks === 0 || link.to > largestId) continue;
          page.to[page.count] = link.to;
          page.passes[page.count] = marks === (isStep | passes) ? 1 : 0;
          page.count += 1;
        }
        yield page;
      }
    }
  };
}

const plain = unpackLinkFacts(0);

function marksOf(kind: string, rel: string): number {
  const form = new LinkForm(kind as LinkKind, rel, plain);
  if (!form.isHyperlink && kind !== 'refresh') return 0;
  return form.isAnchor && !form.isNofollow ? isStep | passes : isStep;
}
