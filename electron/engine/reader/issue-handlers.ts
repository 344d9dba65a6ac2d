import type { Issues } from '../audit/issues.ts';
import { pairOf } from '../audit/pair.ts';
import type { ReaderHandlers, Reads } from './reads.ts';

/** The audit of the open crawl. */
export const issueHandlers = (issues: Issues, { lookup, snapshot }: Reads) =>
  ({
    'issues.checks': () => issues.checks(),
    'issues.settings': () => issues.settings(),
    'issues.start': wanted => issues.start(wanted),
    'issues.read': wanted => issues.read(wanted),
    'issues.cancel': () => issues.cancel(),
    'issues.urls': wanted => issues.urls(wanted),
    'issues.finding': wanted => issues.finding(wanted),
    'issues.ofUrl': wanted => issues.ofUrl(wanted),
    'issues.groups': wanted => issues.groups(wanted),
    'issues.pair': ({ left, right }) => snapshot(() => pairOf(lookup, left, right)),
  }) satisfies ReaderHandlers;
