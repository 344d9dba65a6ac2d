import type { Issues } from '../audit/issues.ts';
import type { ReaderHandlers } from './reads.ts';

/** The audit of the open crawl. */
export const issueHandlers = (issues: Issues) =>
  ({
    'issues.checks': () => issues.checks(),
    'issues.start': wanted => issues.start(wanted),
    'issues.read': wanted => issues.read(wanted),
    'issues.cancel': () => issues.cancel(),
    'issues.urls': wanted => issues.urls(wanted),
    'issues.finding': wanted => issues.finding(wanted),
    'issues.ofUrl': wanted => issues.ofUrl(wanted),
    'issues.groups': wanted => issues.groups(wanted),
  }) satisfies ReaderHandlers;
