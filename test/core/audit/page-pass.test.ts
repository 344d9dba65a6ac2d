import { expect, onTestFinished, test } from 'vitest';
import { Blocks } from '#core/audit/blocks.ts';
import { allChecks } from '#core/audit/checks.ts';
import { PagePass } from '#core/audit/page-pass.ts';
import { UrlTable } from '#core/audit/url-table.ts';
import { finish } from '#core/steps.ts';
import { openAudited } from '#engine/audit/audit-file.ts';
import { audited } from '../../support/audited.ts';

const long = 'The garden of the house is green in spring and the river runs past it without a sound. '.repeat(12);
const page = (n: number): string => `<!doctype html><html lang=en><head><title>${n % 3 === 0 ? 'The same' : `Page ${n}`}</title>
<link rel=canonical href=/${n % 4 === 0 ? n - 1 : n}><link rel=alternate hreflang=de href=/${(n + 1) % 12}>
<link rel=alternate hreflang=en href=/${n}>${n < 11 ? `<link rel=next href=/${n + 1}>` : ''}<link rel=amphtml href=/${(n * 5) % 12}></head>
<body><h1>Heading ${n % 2}</h1><p>${long}${n}</p><a href=/${(n + 1) % 12}>next</a><a rel=nofollow href=/${(n * 7) % 12}>x</a>
<a href=/missing>here</a><img src=/${n}.png></body></html>`;
const pages = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [n === 0 ? '/' : `/${n}`, page(n)]));

test('two passes that take turns find what one finds', async () => {
  const { path } = await audited({ ...pages, '/0': page(0) }, ['title.duplicate']);
  const file = openAudited(path);
  onTestFinished(() => file.close());
  const parts = () => {
    const table = new UrlTable(file.source.urlCount);
    for (const row of file.source.urls()) table.add(row);
    return { source: file.source, baseline: null, table, checks: allChecks, limits: {}, counted: null };
  };
  const alone = new PagePass(parts());
  finish(alone.run());
  const known = parts();
  const first = new PagePass({ ...known, blocks: new Blocks(known.table.size, { rowsOfBlock: 2 }) });
  // What is posted is copied, but for shared memory.
  const second = PagePass.shared(structuredClone(first.share()), { source: file.source, baseline: null, checks: allChecks });
  let blocksOfSecond = 0;
  const turns = [first.blocks, second.blocks].map(blocks => blocks.next.bind(blocks));
  first.blocks.next = () => {
    // While the first reads its block, the second takes the next.
    const block = turns[0]?.() ?? null;
    const other = turns[1]?.() ?? null;
    if (other !== null) blocksOfSecond += 1;
    let given = false;
    second.blocks.next = () => {
      if (given) return null;
      given = true;
      return other;
    };
    finish(second.run());
    return block;
  };
  finish(first.run());
  first.merge(structuredClone(second.state()));

  expect(blocksOfSecond).toBeGreaterThan(3);
  const [whole, merged] = [alone, first].map(pass => {
    const { tallies, groups, relations } = pass.state();
    const { site } = pass;
    const inlinks = [...site.urls()].map(({ id }) => [
      id,
      site.inlinks(id),
      site.isLinkedAs(id, 'a'),
      site.isLinkedAs(id, 'image'),
    ]);
    const counts = [...pass.tallies].map(([{ id }, { count, ids }]) => [id, count, [...ids.ids].sort()]);
    const alike = [...pass.alike.values()].map(each => [...finish(each.find(0.8))]);
    return { counts, groups, inlinks, relations, alike, names: Object.keys(tallies) };
  });
  expect(whole?.alike.flat()).not.toEqual([]);
  expect(merged).toEqual(whole);
});
