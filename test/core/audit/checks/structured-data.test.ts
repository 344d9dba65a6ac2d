import { describe, expect, it } from 'vitest';
import { type Audited, audited } from '#test/support/audited.ts';

const ld = (data: object | string): string =>
  `<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang=en><head><title>t</title>${head}</head><body>${body}</body></html>`;
const video = { '@type': 'VideoObject', name: 'v', thumbnailUrl: 'https://a.test/t.png', uploadDate: '2026-01-02' };

const answers = {
  '/none': page('x'),
  '/broken': page(ld('{"a":1,}')),
  '/type': page(ld({ '@type': 'Persn', name: 'x' })),
  '/property': page(ld({ '@type': 'Person', price: '1' })),
  '/required': page(ld({ '@type': 'VideoObject', name: 'v' })),
  '/recommended': page(ld(video)),
  '/value': page(ld({ '@type': 'Person', birthDate: 'yesterday' })),
  '/url': page(ld({ '@type': 'WebPage', url: '/other' })),
  '/own-url': page(ld({ '@type': 'WebPage', url: '/own-url' })),
  '/canonical': page(ld({ '@type': 'WebPage', url: '/canonical' }), '<link rel=canonical href=/own-url>'),
  '/conflict': page(ld({ '@type': 'WebPage', url: '/conflict' }), '<link rel=canonical href=/a><link rel=canonical href=/b>'),
  '/twice': page(ld({ '@type': 'Person', '@id': '#me', name: 'A' }) + ld({ '@type': 'Person', '@id': '#me', name: 'B' })),
  '/foreign': page(ld('{"@context":"https://a.test/x","@type":"Persn","nme":1}')),
  '/micro': page('<p itemscope itemtype="https://schema.org/Person"><b itemprop=name>x</b></p>', ''),
  '/deep': page(`${ld({ '@type': 'BreadcrumbList', itemListElement: [] })}<a href=/deeper>x</a>`),
  '/deeper': page('<a href=/deepest>x</a>'),
  '/deepest': page(''),
};
const checks = [
  'sd.missing',
  'sd.parse_error',
  'sd.unknown_type',
  'sd.unknown_property',
  'sd.required_missing',
  'sd.recommended_missing',
  'sd.bad_value',
  'sd.url_mismatch',
  'sd.breadcrumb_missing',
  'sd.duplicate_blocks',
];
const crawled = (): Promise<Audited> => {
  const paths = [...Object.keys(answers).filter(path => !path.startsWith('/deepe')), '/blocked'];
  const start = page(paths.map(path => `<a href="${path}">x</a>`).join('') + ld({ '@type': 'WebSite', name: 'x' }));
  return audited({ '/robots.txt': 'User-agent: *\nDisallow: /blocked\n', '/': start, ...answers }, checks);
};
const notCheckable = { blocked: 1 };

describe('structured data', () => {
  it('is missing, unreadable, or not as schema.org and Google have it', async () => {
    const { hits, count, finding } = await crawled();
    const found = Object.fromEntries(checks.map(check => [check, hits(check)]));
    expect(found).toEqual({
      'sd.missing': ['/deeper', '/deepest', '/none'],
      'sd.parse_error': ['/broken'],
      'sd.unknown_type': ['/type'],
      'sd.unknown_property': ['/property'],
      'sd.required_missing': ['/deep', '/required'],
      'sd.recommended_missing': ['/recommended', '/required'],
      'sd.bad_value': ['/value'],
      'sd.url_mismatch': ['/canonical', '/url'],
      'sd.breadcrumb_missing': ['/deeper', '/deepest'],
      'sd.duplicate_blocks': ['/twice'],
    });
    // 18 pages, of which /canonical and /conflict are not indexable or contradict themselves.
    expect(count('sd.parse_error')).toEqual({ hits: 1, checked: 14, notCheckable });
    expect(count('sd.url_mismatch')).toEqual({ hits: 2, checked: 3, notCheckable });
    expect(count('sd.bad_value').notCheckable).toEqual(notCheckable);
    const [error] = finding('sd.parse_error', '/broken')?.evidence.items ?? [];
    expect(error?.value).toBe('block 1, line 1, column 7: trailing-comma');
    const [start = 0, end = 0] = error?.bytes ?? [];
    expect(answers['/broken'].slice(start, end)).toBe(',');
    expect(finding('sd.unknown_type', '/type')?.evidence.items[0]?.value).toBe('Persn');
    expect(finding('sd.unknown_property', '/property')?.evidence.items[0]?.value).toBe('Person.price');
    expect(finding('sd.bad_value', '/value')?.evidence.items[0]?.value).toBe('Person.birthDate = yesterday');
    expect(finding('sd.url_mismatch', '/url')?.evidence.items[0]?.value).toBe('url /other');
    const [required] = finding('sd.required_missing', '/required')?.evidence.items ?? [];
    expect(answers['/required'].slice(required?.bytes?.[0], required?.bytes?.[1])).toMatch(/^\{.*"VideoObject".*\}$/);
  });

  it('cannot be called missing where the page was cut', async () => {
    const { count } = await audited({ '/': page('x'.repeat(5_000)) }, ['sd.missing'], { settings: { maxBodyBytes: 2_000 } });
    expect(count('sd.missing')).toEqual({ hits: 0, checked: 0, notCheckable: { cut: 1 } });
  });
});
