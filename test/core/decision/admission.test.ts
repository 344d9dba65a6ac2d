import { describe, expect, it } from 'vitest';
import { type AdmissionFacts, admissionRules, admit, followedKinds, type ScopeFacts } from '#core/decision/admission.ts';
import type { LinkKind } from '#shared/model/page.ts';

const scope: ScopeFacts = {
  seeds: new Set(['https://a.test/docs/']),
  prefixes: ['https://a.test/docs/'],
  hosts: new Set(['a.test']),
  domains: new Set(['a.test']),
  include: [],
  exclude: [],
  ignoresFrames: false,
  isInternal: () => false,
  domainOf: host => host.split('.').slice(-2).join('.'),
};

const origin = { kind: 'link', from: 1, seq: 2 } as const;

/** A link that every rule lets pass, changed. */
function facts(change: Partial<AdmissionFacts> & { readonly href?: string } = {}): AdmissionFacts {
  const { href = 'https://a.test/docs/x', ...rest } = change;
  const url = new URL(href);
  return {
    settings: {
      ...{ scope: 'host', follow: 'links', maxDepth: 5, maxUrlLength: 100, maxRedirects: 3 },
      ...{ crawlCanonicals: false, crawlHreflang: false, crawlAmp: false },
    },
    scope,
    url: { href, scheme: url.protocol.slice(0, -1), host: url.host },
    length: href.length,
    via: 'link',
    kind: 'a',
    hreflang: false,
    unfollowed: null,
    isCheck: false,
    pageNofollow: false,
    depth: 1,
    hops: 0,
    refusedAddress: '',
    trap: null,
    origin,
    ...rest,
  };
}
const settings = facts().settings;

const table: readonly (readonly [
  name: string,
  change: Parameters<typeof facts>[0],
  rule: string,
  reason: string,
  evidence: readonly string[],
])[] = [
  ['a string that is no URL', { url: null }, 'valid-url', 'url-invalid', ['link']],
  ['a scheme that is not fetched', { href: 'mailto:a@a.test' }, 'scheme', 'scheme-not-fetched', ['link']],
  ['a URL one character too long', { length: 101 }, 'url-length', 'url-too-long', ['limit', 'link']],
  [
    'a seed, wherever it is',
    { via: 'seed', href: 'https://b.test/', depth: 99, refusedAddress: 'private' },
    'seed',
    'seed',
    ['link'],
  ],
  [
    'an address that may not be asked',
    { refusedAddress: 'a private address' },
    'address',
    'address-refused',
    ['address', 'link'],
  ],
  [
    'one redirect too many',
    { hops: 4, via: 'redirect', kind: 'redirect' },
    'redirect-limit',
    'redirect-limit',
    ['limit', 'link'],
  ],
  ['an image', { kind: 'image' }, 'link-kind', 'resource-not-crawled', ['link']],
  ['a canonical', { kind: 'canonical' }, 'link-kind', 'reference-not-crawled', ['link']],
  [
    'a frame, for a crawler without',
    { kind: 'iframe', scope: { ...scope, ignoresFrames: true } },
    'frames',
    'frame-not-followed',
    ['link'],
  ],
  ['another host', { href: 'https://b.test/' }, 'scope', 'scope-host', ['setting', 'link']],
  ['another port', { href: 'https://a.test:8443/' }, 'scope', 'scope-host', ['setting', 'link']],
  [
    'another domain',
    { settings: { ...settings, scope: 'domain' }, href: 'https://b.test/' },
    'scope',
    'scope-domain',
    ['setting', 'link'],
  ],
  [
    'outside the prefix',
    { settings: { ...settings, scope: 'prefix' }, href: 'https://a.test/other' },
    'scope',
    'scope-prefix',
    ['setting', 'link'],
  ],
  ['another page', { settings: { ...settings, scope: 'page' } }, 'scope', 'scope-page', ['setting', 'link']],
  [
    'a link, where only sitemaps count',
    { settings: { ...settings, follow: 'sitemaps' } },
    'follow',
    'sitemaps-only',
    ['setting', 'link'],
  ],
  [
    'a sitemap entry, where nothing is followed',
    { settings: { ...settings, follow: 'nothing' }, via: 'sitemap' },
    'follow',
    'start-urls-only',
    ['setting', 'link'],
  ],
  [
    'a URL that a rule changes',
    { respelling: [{ kind: 'respelled', from: 'a', to: 'b', name: 'parameters', rule: 'sort', robots: 0, line: 0 }] },
    'spelling',
    'parameters-changed',
    ['respelled', 'link'],
  ],
  ['an excluded pattern', { scope: { ...scope, exclude: [/nope/, /x$/] } }, 'exclude', 'excluded-pattern', ['setting', 'link']],
  ['no included pattern', { scope: { ...scope, include: [/one/, /two/] } }, 'include', 'not-included', ['setting', 'link']],
  ['a nofollow link', { unfollowed: 'nofollow' }, 'link-nofollow', 'link-nofollow', ['link']],
  ['a ugc link that is recorded only', { unfollowed: 'ugc' }, 'link-nofollow', 'link-ugc', ['link']],
  ['a sponsored link that is recorded only', { unfollowed: 'sponsored' }, 'link-nofollow', 'link-sponsored', ['link']],
  ['the target of a checked redirect', { via: 'redirect', isCheck: true }, 'check-redirect', 'check-redirect-target', ['link']],
  ['a link on a nofollow page', { pageNofollow: true }, 'page-nofollow', 'page-nofollow', ['link']],
  ['too deep', { depth: 6 }, 'depth', 'depth-limit', ['limit', 'link']],
  [
    'stopped by a trap guard',
    { trap: { reason: 'trap-numbers', pattern: 'https://a.test/docs/#', count: 200, same: 0 } },
    'trap',
    'trap-numbers',
    ['pattern', 'link'],
  ],
];

describe('admission', () => {
  it('asks its rules in this order', () => {
    expect(admissionRules).toEqual([
      'valid-url',
      'scheme',
      'url-length',
      'seed',
      'address',
      'redirect-limit',
      'link-kind',
      'frames',
      'scope',
      'check-redirect',
      'follow',
      'spelling',
      'exclude',
      'include',
      'link-nofollow',
      'page-nofollow',
      'depth',
      'trap',
    ]);
  });

  it('has a case here for every rule', () => {
    expect(new Set(table.map(([, , rule]) => rule))).toEqual(new Set(admissionRules));
  });

  for (const [name, change, rule, reason, evidence] of table)
    it(`${name}: ${reason}, decided by ${rule}`, () => {
      const decision = admit(facts(change));
      expect(decision).toMatchObject({ stage: 'admission', verdict: rule === 'seed' ? 'accept' : 'reject', rule, reason });
      expect(decision.evidence.map(item => item.kind)).toEqual(evidence);
      expect(decision.trace.map(step => step.rule)).toEqual(admissionRules.slice(0, admissionRules.indexOf(rule) + 1));
      expect(decision.trace.slice(0, -1).every(step => step.answer === '')).toBe(true);
      expect(decision.trace.at(-1)?.answer).toBe(decision.verdict);
    });

  it('the first rule that speaks decides, whatever later ones would say', () => {
    const everything = {
      href: 'ftp://b.test/nope',
      length: 999,
      refusedAddress: 'x',
      hops: 9,
      kind: 'image',
      unfollowed: 'nofollow',
      depth: 99,
    } as const;
    expect(admit(facts({ ...everything, url: null })).reason).toBe('url-invalid');
    expect(admit(facts(everything)).reason).toBe('scheme-not-fetched');
    expect(admit(facts({ ...everything, href: 'https://b.test/nope', length: 999 })).reason).toBe('url-too-long');
    expect(admit(facts({ ...everything, href: 'https://b.test/nope', length: 9 })).reason).toBe('address-refused');
  });

  it('lets pass what no rule speaks about, and says how it was found', () => {
    for (const [via, reason] of [
      ['link', 'linked'],
      ['redirect', 'redirect-target'],
      ['sitemap', 'sitemap-entry'],
    ] as const) {
      const decision = admit(facts({ via }));
      expect(decision).toMatchObject({ verdict: 'accept', reason, rule: 'otherwise', evidence: [origin] });
      expect(decision.trace).toEqual(admissionRules.map(rule => ({ rule, answer: '' })));
    }
  });

  it('limits are inclusive: exactly at the limit passes', () => {
    expect(admit(facts({ length: 100, depth: 5, hops: 3 })).verdict).toBe('accept');
  });

  it('nofollow and link kind speak about links only', () => {
    expect(admit(facts({ via: 'sitemap', unfollowed: 'nofollow', pageNofollow: true, kind: 'image' })).verdict).toBe('accept');
  });

  it('follows exactly these kinds of links', () => {
    const kinds: readonly LinkKind[] = [
      'a',
      'area',
      'frame',
      'iframe',
      'refresh',
      'redirect',
      'canonical',
      'alternate',
      'next-prev',
      'stylesheet',
      'script',
      'image',
      'media',
      'icon',
      'form',
      'link-header',
      'other',
    ];
    expect(kinds.filter(kind => admit(facts({ kind })).verdict === 'accept')).toEqual([...followedKinds]);
    expect([...followedKinds]).toEqual(['a', 'area', 'frame', 'iframe', 'refresh', 'redirect']);
  });

  it('a domain holds its subdomains, a prefix its folder, a page itself', () => {
    expect(admit(facts({ settings: { ...settings, scope: 'domain' }, href: 'https://sub.a.test/' })).verdict).toBe('accept');
    expect(admit(facts({ settings: { ...settings, scope: 'prefix' }, href: 'https://a.test/docs/deep/x' })).verdict).toBe(
      'accept',
    );
    expect(admit(facts({ settings: { ...settings, scope: 'page' }, href: 'https://a.test/docs/' })).verdict).toBe('accept');
    expect(admit(facts({ href: 'http://a.test/' })).verdict).toBe('accept');
  });
});
