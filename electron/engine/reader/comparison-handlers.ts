import type { ComparedCrawls } from '../compare/compared-crawls.ts';
import type { ReaderHandlers } from './reads.ts';

/** The comparison of the open crawl with another one. */
export const comparisonHandlers = (compared: ComparedCrawls) =>
  ({
    'comparison.read': () => compared.read(),
    'comparison.urls': wanted => compared.urls(wanted),
    'comparison.pair': ({ run, url }) => compared.pair(run, url),
    'comparison.swap': () => compared.restart(true),
    'comparison.again': () => compared.restart(false),
    'comparison.cancel': () => compared.cancel(),
    'comparison.close': () => compared.close(),
  }) satisfies ReaderHandlers;
