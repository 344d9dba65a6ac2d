import { useEffect, useState } from 'react';
import type { ReplayDifference } from '#shared/model/replay.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { Problem } from '../../../ui/problem.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import type { DraftPick } from './words.ts';

interface Props {
  readonly found: ReplayDifference;
  readonly pick: DraftPick | null;
  readonly onPick: (pick: DraftPick | null) => void;
}

/** The links are followed once the counts have not changed for this long. */
const calmMs = 500;

/** Pages that crawlers may fetch but could no longer discover. */
export function DraftDiscovery({ found, pick, onPick }: Props) {
  const { newlyBlocked } = found.counts;
  // Only newly blocked URLs can break a path.
  const [handle, setHandle] = useState<number | null>(null);
  useEffect(() => {
    if (newlyBlocked === 0) {
      setHandle(null);
      return;
    }
    const timer = setTimeout(() => setHandle(found.handle), calmMs);
    return () => clearTimeout(timer);
  }, [found.handle, newlyBlocked]);
  const { data, error, retry } = useCall('replay.discovery', handle === null ? null : { handle, from: 0, limit: 1 });
  if (newlyBlocked === 0) return null;
  const isPicked = pick?.kind === 'lost';
  return (
    <section
      className="draft-part"
      data-testid="draft-discovery"
      data-state={data && handle === found.handle ? 'done' : 'running'}
    >
      <h4>Links to these URLs</h4>
      {error && handle === found.handle && <Problem text={`The links could not be followed: ${error}`} retry={retry} />}
      {!data && !error && <p className="muted">Following the stored links…</p>}
      {data && data.total === null && (
        <p className="muted">
          More than {countWords(data.links)} links are stored: too many to follow here. Use <code>crawlscope robots whatif</code>{' '}
          instead.
        </p>
      )}
      {data && data.total === 0 && (
        <p>
          Every page that may be fetched would still be found through links or sitemaps{' '}
          <span className="muted">({walkWords(data.links, data.foundBefore)})</span>
        </p>
      )}
      {data && data.total !== null && data.total > 0 && (
        <p>
          <button
            type="button"
            className="link"
            aria-pressed={isPicked}
            data-testid="draft-lost"
            onClick={() => onPick(isPicked ? null : { kind: 'lost' })}
          >
            {plural(data.total, 'page')}
          </button>{' '}
          that may be fetched would no longer be found: no link or sitemap entry would lead to {data.total === 1 ? 'it' : 'them'}{' '}
          <span className="muted">({walkWords(data.links, data.foundBefore)})</span>
        </p>
      )}
    </section>
  );
}

const walkWords = (links: number, foundBefore: number): string =>
  `${plural(links, 'link')} followed from start URLs, sitemaps and other sites; ${plural(foundBefore, 'URL')} found this way today`;
