import { parseQuery } from '#core/query/query.ts';
import type { Steps } from '#core/steps.ts';
import { originOf } from '#core/url/authority.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Input } from '#shared/rpc/types.ts';
import type { DisagreementLists } from '../replay/disagreement-lists.ts';
import { mostFixed } from '../replay/fix.ts';
import type { Replays } from '../replay/replays.ts';
import { firstSite, type ReaderHandlers, type Reads } from './reads.ts';

export interface ReplayParts {
  readonly reads: Reads;
  readonly replays: Replays;
  readonly disagreements: DisagreementLists;
}

/** robots.txt replayed over the crawl: what another file or another crawler would change. */
export function replayHandlers({ reads, replays, disagreements }: ReplayParts) {
  return {
    'replay.compare': ({ origin, before, after }) => replays.compare(origin, before, after),
    'replay.urls': wanted => replays.differences.urls(wanted),
    'replay.discovery': wanted => replays.discovery(wanted),
    'replay.sections': ({ origin }) => replays.sections(origin),
    'replay.progress': () => replays.progress(),
    'replay.cancel': () => replays.cancel(),
    'replay.coverage': asked => replays.coverage(asked),
    'replay.judged': asked => replays.judged(asked),
    'replay.covered': asked => replays.covered(asked),
    'robots.fix': wanted => {
      const { origin, urls } = fixedUrls(reads, wanted);
      return replays.fix({ origin, side: wanted.side }, { goal: wanted.goal, urls });
    },
    'disagreements.open': ({ profiles, ...how }) => ({ list: disagreements.open(profiles, how) }),
    'disagreements.read': ({ list }) => disagreements.read(list),
    'disagreements.urls': ({ list, group, from, limit }) => disagreements.urls(list, group, from, limit),
    'disagreements.cancel': ({ list }) => disagreements.cancel(list),
  } satisfies ReaderHandlers;
}

/** URLs read between two checks of the thread's port. */
const readAtOnce = 500;

/** The site and the URLs of a fix: the named URLs, or those that match a filter. */
function fixedUrls(reads: Reads, { origin, urls, filter }: Pick<Input<'robots.fix'>, 'origin' | 'urls' | 'filter'>) {
  const query = parseQuery(filter ?? '', reads.live.operators());
  if (query.problem) fail('bad_request', query.problem);
  const named = urls?.map(url => {
    const normal = normalizeUrl(url);
    return normal.kind === 'url' ? normal.url : url;
  });
  const [first] = named ?? (origin ? [] : [...reads.views.stream(query.terms, 1)].map(row => row.url));
  function* chosen(): Steps<readonly string[]> {
    if (named) return named;
    const found: string[] = [];
    for (const { url } of reads.views.stream(query.terms, mostFixed)) {
      found.push(url);
      if (found.length % readAtOnce === 0) yield 0;
    }
    return found;
  }
  return { origin: origin || originOf(first ?? '')?.key || firstSite(reads), urls: chosen };
}
