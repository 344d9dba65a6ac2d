import { expect, test } from 'vitest';
import { crawlEndSentence, type WaitingHost } from '#shared/explain/crawl-end.ts';

const host = (origin: string, reason: WaitingHost['reason'] = 'delay-too-long', detail = ''): WaitingHost => ({
  origin,
  reason,
  detail,
});

test.each([
  [
    { kind: 'hosts-wait', urls: 1, hosts: [host('http://a.test')] } as const,
    '1 URL waits for http://a.test (its Crawl-delay is longer than your limit).',
  ],
  [
    {
      kind: 'hosts-wait',
      urls: 12,
      hosts: [
        host('http://a.test', 'host-unreachable', 'connection refused'),
        host('http://b.test', 'robots-unreachable', 'status 503'),
        host('http://c.test'),
        host('http://d.test'),
        host('http://e.test'),
      ],
    } as const,
    '12 URLs wait for http://a.test (it stopped responding: connection refused), http://b.test (its robots.txt is unreachable: status 503), http://c.test (its Crawl-delay is longer than your limit) and 2 more hosts.',
  ],
  [{ kind: 'checks-wait', checks: 2 } as const, '2 checks wait for the network or for a host of this crawl; resume to continue.'],
  [
    { kind: 'limit', urls: 1, checks: 0, reached: { name: 'maxPages', limit: 50 } } as const,
    'The limit of 50 pages was reached; 1 URL is left.',
  ],
  [
    { kind: 'limit', urls: 3, checks: 2, reached: { name: 'maxDurationMs', limit: 90_000 } } as const,
    'The limit of 1 min 30 s was reached; 3 URLs are left, and 2 checks.',
  ],
  [
    { kind: 'limit', urls: 3, checks: 0, reached: { name: 'maxTotalBytes', limit: 2_000_000 } } as const,
    'The limit of 2.0 MB was reached; 3 URLs are left.',
  ],
  [
    { kind: 'limit', urls: 1_917, checks: 1_200, reached: { name: 'maxPages', limit: 100_000 } } as const,
    'The limit of 100,000 pages was reached; 1,917 URLs are left, and 1,200 checks.',
  ],
  [{ kind: 'urls-wait', urls: 3 } as const, '3 URLs are still queued; resume to continue.'],
  [{ kind: 'all-decided' } as const, 'Every URL in scope was fetched or decided.'],
])('the end of a crawl in one sentence: %#', (end, sentence) => {
  expect(crawlEndSentence(end)).toBe(sentence);
});
