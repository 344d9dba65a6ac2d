import { expect, onTestFinished, test } from 'vitest';
import { type Check, defaultLimits, urlCheck } from '#core/audit/check.ts';
import { allChecks, checkById } from '#core/audit/checks.ts';
import type { Audit } from '#core/audit/result.ts';
import { type AuditChoice, checksToRun, runAudit } from '#core/audit/run.ts';
import type { AuditSource } from '#core/audit/source.ts';
import { finish } from '#core/steps.ts';
import { openAudited } from '#engine/audit/audit-file.ts';
import { audited } from '../../support/audited.ts';

const text = 'The garden of the house is green in spring and the river runs past it without a sound. '.repeat(12);
const page = (n: number): string => `<!doctype html><html lang=en><head><title>${n % 3 === 0 ? 'The same' : `Page ${n}`}</title>
<link rel=canonical href=/${n}><link rel=alternate hreflang=de href=/${(n + 1) % 8}>${n < 7 ? `<link rel=next href=/${n + 1}>` : ''}</head>
<body><h1>Heading ${n % 2}</h1><p>${text}${n}</p><a href=/${(n + 1) % 8}>next</a><a rel=nofollow href=/${(n * 5) % 8}>x</a>
<a href=/missing>here</a><img src=/${n}.png></body></html>`;

async function opened(): Promise<AuditSource> {
  const pages = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [n === 0 ? '/' : `/${n}`, page(n)]));
  const { path } = await audited(pages, ['title.duplicate']);
  const file = openAudited(path);
  onTestFinished(() => file.close());
  return file.source;
}

const seen = (audit: Audit) =>
  audit.results.map(result => [result.check.id, result.limits, result.count, [...result.ids], [...audit.findings(result)]]);
const hitsOf = (audit: Audit, id: string) => audit.results.find(({ check }) => check.id === id)?.count.hits;

test('after other thresholds, an audit that goes on from the one before finds what a new one finds', async () => {
  const source = await opened();
  for (const within of [null, (id: number) => id % 3 !== 0]) {
    const first: AuditChoice = { checks: allChecks, within };
    const previous = finish(runAudit(source, first));
    for (const limits of [
      { 'title.over_chars': { most: 4 } },
      { 'title.over_chars': { most: 4 }, 'content.near_dup': { similarity: 50 }, 'link.depth': { clicks: 1 } },
      {},
    ]) {
      const again = finish(runAudit(source, { ...first, limits, previous }));
      expect(seen(again)).toEqual(seen(finish(runAudit(source, { ...first, limits }))));
      // And once more from there, back to the defaults.
      expect(seen(finish(runAudit(source, { ...first, previous: again })))).toEqual(seen(previous));
    }
  }
});

test('each threshold alone, at its least and at its most, gives what a new audit gives', async () => {
  const source = await opened();
  const previous = finish(runAudit(source, { checks: allChecks }));
  const changed = (side: 'min' | 'max'): NonNullable<AuditChoice['limits']> =>
    Object.fromEntries(
      allChecks.flatMap(({ id, thresholds = {} }) =>
        Object.keys(thresholds).length === 0
          ? []
          : [[id, Object.fromEntries(Object.entries(thresholds).map(([name, each]) => [name, each[side]]))]],
      ),
    );
  for (const side of ['min', 'max'] as const) {
    const limits = changed(side);
    const choice = { checks: allChecks, limits };
    expect(checksToRun({ ...choice, previous }).length).toBeGreaterThan(20);
    expect(seen(finish(runAudit(source, { ...choice, previous })))).toEqual(seen(finish(runAudit(source, choice))));
  }
});

test('only checks whose thresholds changed, and checks that are new, run again', async () => {
  const source = await opened();
  let tested = 0;
  const own: Check = urlCheck({
    ...(checkById('link.depth') as Check),
    id: 'own.test',
    thresholds: {},
    applies: () => true,
    test: () => (++tested % 2 === 0 ? [] : null),
  });
  const previous = finish(runAudit(source, { checks: allChecks }));
  const withOwn = finish(runAudit(source, { checks: [...allChecks, own], previous }));
  expect(tested).toBe(source.urlCount);
  const limits = { 'title.over_chars': { most: 4 } };
  const choice = { checks: [...allChecks, own], limits, previous: withOwn };
  expect(checksToRun(choice).map(({ id }) => id)).toEqual(['title.over_chars']);
  const again = finish(runAudit(source, choice));
  expect(tested).toBe(source.urlCount);
  expect(hitsOf(previous, 'title.over_chars')).toBe(0);
  expect(hitsOf(again, 'title.over_chars')).toBeGreaterThan(0);
  expect(hitsOf(again, 'own.test')).toBe(hitsOf(withOwn, 'own.test'));
  // Thresholds at their defaults are no change, written out or not.
  const written = { 'title.over_chars': defaultLimits(checkById('title.over_chars') as Check) };
  expect(checksToRun({ checks: allChecks, limits: written, previous })).toEqual([]);
});

test('where only checks of URLs changed, no page is read', async () => {
  const source = await opened();
  const previous = finish(runAudit(source, { checks: allChecks }));
  const unread: AuditSource = {
    ...source,
    urls() {
      throw new Error('The URLs are known.');
    },
    pages() {
      throw new Error('No page has to be read.');
    },
  };
  const limits = { 'link.depth': { clicks: 1 } };
  const again = finish(runAudit(unread, { checks: allChecks, limits, previous }));
  expect(hitsOf(again, 'link.depth')).toBe(hitsOf(finish(runAudit(source, { checks: allChecks, limits })), 'link.depth'));
  expect(hitsOf(again, 'link.depth')).toBeGreaterThan(hitsOf(previous, 'link.depth') as number);
});
