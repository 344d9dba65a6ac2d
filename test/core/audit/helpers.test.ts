import { expect, onTestFinished, test } from 'vitest';
import type { Check } from '#core/audit/check.ts';
import { urlCheck } from '#core/audit/check.ts';
import { allChecks } from '#core/audit/checks.ts';
import { PagePass, type PassState } from '#core/audit/page-pass.ts';
import { helpWithRest, type RestState } from '#core/audit/rest.ts';
import type { Audit } from '#core/audit/result.ts';
import { type Helpers, runAudit } from '#core/audit/run.ts';
import { finish } from '#core/steps.ts';
import { openAudited } from '#engine/audit/audit-file.ts';
import { audited } from '../../support/audited.ts';

const long = 'The garden of the house is green in spring and the river runs past it without a sound. '.repeat(12);
const page = (n: number): string => `<!doctype html><html lang=en><head><title>${n % 3 === 0 ? 'The same' : `Page ${n}`}</title>
<link rel=canonical href=/${n % 4 === 0 ? n - 1 : n}><link rel=alternate hreflang=de href=/${(n + 1) % 12}>
<link rel=alternate hreflang=en href=/${n}>${n < 11 ? `<link rel=next href=/${n + 1}>` : ''}<link rel=amphtml href=/${(n * 5) % 12}></head>
<body><h1>Heading ${n % 2}</h1><p>${long}${n}</p><a href=/${(n + 1) % 12}>next</a><a rel=nofollow href=/${(n * 7) % 12}>x</a>
<a href=/missing>here</a><img src=/${n}.png><a href=http://other.invalid/${n}>other</a></body></html>`;
const pages = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [n === 0 ? '/' : `/${n}`, page(n)]));

const own: Check = urlCheck({
  ...(allChecks.find(({ id }) => id === 'link.depth') as Check),
  id: 'own.test',
  thresholds: {},
  applies: () => true,
  test: url => (url.id % 2 === 0 ? [] : null),
});

const seen = ({ results, findings }: Audit, audit: Audit) =>
  results.map(result => [result.check.id, result.count, [...result.ids], [...findings.call(audit, result)]]);

test('another thread that does all it can leaves the results as they are', async () => {
  const { path } = await audited({ ...pages, '/0': page(0) }, ['title.duplicate']);
  const file = openAudited(path);
  const theirs = openAudited(path);
  onTestFinished(() => {
    file.close();
    theirs.close();
  });
  const checks = [...allChecks, own];
  let found: readonly PassState[] = [];
  let then: readonly RestState[] = [];
  let other: PagePass | null = null;
  // It takes every block before the audit takes one. What is posted is copied, but for shared memory.
  const helpers: Helpers = {
    count: 1,
    knows: check => check !== own,
    begin(work) {
      other = PagePass.shared(structuredClone(work), { source: theirs.source, baseline: null, checks: allChecks });
      finish(other.run());
      found = [structuredClone(other.state())];
    },
    found: () => found,
    goOn(works) {
      if (other !== null)
        then = works.map(work => structuredClone(finish(helpWithRest(other as PagePass, structuredClone(work)))));
    },
    foundThen: () => then,
  };
  for (const within of [null, (id: number) => id % 3 !== 0]) {
    const alone = finish(runAudit(file.source, { checks, within }));
    const helped = finish(runAudit(file.source, { checks, within, helpers }));
    expect(then[0]?.tallies['resp.410']?.checked).toBeGreaterThan(3);
    expect(found[0]?.tallies['resp.4xx']?.checked).toBeGreaterThan(3);
    expect(seen(helped, helped)).toEqual(seen(alone, alone));
    expect(alone.results.find(({ check }) => check === own)?.count.hits).toBeGreaterThan(2);
  }
});
