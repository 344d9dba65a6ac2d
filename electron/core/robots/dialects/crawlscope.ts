import type { Dialect } from '../dialect.ts';
import { rfc9309 } from './rfc9309.ts';

/** Our own interpretation: RFC 9309, plus Crawl-delay, because many sites rely on it. */
export const crawlscope: Dialect = {
  ...rfc9309,
  id: 'crawlscope',
  name: 'Crawlscope',
  crawlDelay: {
    value: { use: 'honoured', number: 'decimal', several: 'largest', scope: 'chosen-groups', closesAbove: null },
    source: 'Ours: RFC 9309 does not define Crawl-delay; the largest value of the chosen groups applies, in seconds',
  },
};
