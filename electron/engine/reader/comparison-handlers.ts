import type { ComparedCrawls } from '../compare/compared-crawls.ts';
import type { ReaderHandlers } from './reads.ts';

/** The comparison of the open crawl with another one. */
export const comparisonHandlers = (compared: ComparedCrawls) =>
  ({
    'comparison.read': () => compared.read(),
    'comparison.urls': wanted => compared.urls(wanted),
    'comparison.pair': ({ run, url }) => compared.pair(run, url),
    'comparison.fields': ({ run, more }) => compared.details(run).fields(more),
    'comparison.cancelFields': ({ run }) => compared.details(run).cancelFields(),
    'comparison.fieldUrls': ({ run, ...wanted }) => compared.details(run).fieldUrls(wanted),
    'comparison.sitemaps': ({ run }) => compared.details(run).sitemaps(),
    'comparison.cancelSitemaps': ({ run }) => compared.details(run).cancelSitemaps(),
    'comparison.sitemapChanges': ({ run, ...wanted }) => compared.details(run).sitemapChanges(wanted),
    'comparison.page': ({ run, url }) => compared.page(run, url),
    'comparison.mapping': () => compared.readMapping(),
    'comparison.setMapping': ({ rules, keepPairs }) => compared.setMapping(rules, keepPairs),
    'comparison.testMapping': ({ run, rules, keepPairs }) => compared.testMapping(run, rules, keepPairs),
    'comparison.swap': () => compared.restart(true),
    'comparison.again': () => compared.restart(false),
    'comparison.cancel': () => compared.cancel(),
    'comparison.close': () => compared.close(),
  }) satisfies ReaderHandlers;
