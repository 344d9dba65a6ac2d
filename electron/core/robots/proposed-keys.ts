import type { OtherKey } from './dialect.ts';
import { dialectById, dialectIds } from './dialects/registry.ts';

/** Lines that were proposed or discussed in 1996 and 1997 to say more to robots than what they may fetch. */
export type ProposedKey = 'request-rate' | 'visit-time' | 'please-visit' | 'connection-limit' | 'request-interval';

const spellings: Readonly<Record<ProposedKey, RegExp>> = {
  'request-rate': /^request[- ]rate$/i,
  'visit-time': /^visit[- ]time$/i,
  'please-visit': /^please[- ]?visit$/i,
  'connection-limit': /^((max(imum)?|open)[- ]?)?connections?([- ]limit)?$/i,
  'request-interval': /^((request|visit|min(imum)?)[- ]?)?interval$/i,
};

/** What was meant by a keyword that no standard has; null for any other. */
export function proposedKey(key: string): ProposedKey | null {
  const found = Object.entries(spellings).find(([, spelling]) => spelling.test(key.trim().slice(0, 60)));
  return found ? (found[0] as ProposedKey) : null;
}

/** The names of the dialects that use a keyword for anything but access, for people: `Protego, Scrapy`; '' for none. */
export function usersOf(key: OtherKey | ProposedKey): string {
  return dialectIds()
    .flatMap(id => {
      const dialect = dialectById(id);
      return dialect !== null && (dialect.otherKeys.value as readonly string[]).includes(key) ? [dialect.name] : [];
    })
    .join(', ');
}
