import { memo } from 'react';
import type { ReplayDifference } from '#shared/model/replay.ts';
import { Problem } from '../../../ui/problem.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import { WorkNote } from '../work-note.tsx';
import { AskNewlyAllowed } from './ask-newly-allowed.tsx';
import { DraftCauses, DraftSections } from './causes.tsx';
import { DraftChanges, DraftShare } from './changes.tsx';
import { DraftDiscovery } from './discovery.tsx';
import { DraftUrls } from './urls.tsx';
import type { Compared } from './use-replay.ts';
import type { DraftPick } from './words.ts';

/** A check that takes longer says how far it is; the last result stays until then. */
const noticedMs = 120;

interface Props {
  readonly compared: Compared;
  readonly origin: string;
  readonly pick: DraftPick | null;
  readonly onPick: (pick: DraftPick | null) => void;
  /** The stored response is not a readable file: a draft replaces another kind of response. */
  readonly replaces: boolean;
}

/**
 * The effect of a draft on the stored URLs: counts, their weight, the edits that cause it, the sections of the site,
 * and what would be lost.
 */
export function DraftEffect({ compared, origin, pick, onPick, replaces }: Props) {
  const { found, of, error, running, retry } = compared;
  return (
    <div className="draft-side">
      <div
        className="draft-effect"
        data-testid="draft-effect"
        data-stale={running}
        data-state={error ? 'failed' : found === null || running ? 'running' : 'done'}
        data-of={of?.text?.length ?? -1}
        aria-busy={running}
      >
        {error && <Problem text={`The draft could not be checked: ${error}`} retry={retry} />}
        {found === null && !error && (
          <div className="empty">
            <WorkNote text="Checking the stored URLs" quiet={noticedMs} />
          </div>
        )}
        {found && <Effect found={found} pick={pick} onPick={onPick} replaces={replaces} />}
      </div>
      {found && running && (
        <p className="draft-checking" data-testid="draft-checking">
          <WorkNote text="Checking the stored URLs" quiet={noticedMs} />
        </p>
      )}
      {found && pick && <DraftUrls found={found} origin={origin} pick={pick} onClose={() => onPick(null)} />}
    </div>
  );
}

interface EffectProps {
  readonly found: ReplayDifference;
  readonly pick: DraftPick | null;
  readonly onPick: (pick: DraftPick | null) => void;
  readonly replaces: boolean;
}

const Effect = memo(function Effect({ found, pick, onPick, replaces }: EffectProps) {
  const { total, counts, ms } = found;
  const isSame = counts.unchanged === total;
  return (
    <>
      <p className="draft-sum num">
        <span>
          {isSame ? (
            <>No verdict changes on {plural(total, 'stored URL')}.</>
          ) : (
            <>
              <b>{countWords(total - counts.unchanged - counts.otherLine)}</b> of {plural(total, 'stored URL')} would change.
            </>
          )}
        </span>
        <span className="muted" data-testid="draft-ms">
          checked in {countWords(Math.max(1, Math.round(ms)))} ms
        </span>
      </p>
      {replaces && (
        <p className="muted">
          No robots.txt file is stored, only an error response. The comparison shows what changes if the server returns the draft
          with status 200.
        </p>
      )}
      <DraftShare found={found} />
      <DraftChanges found={found} pick={pick} onPick={onPick} />
      {found.causes.length > 0 && <DraftCauses found={found} pick={pick} onPick={onPick} replaces={replaces} />}
      {found.sections.length > 0 && <DraftSections found={found} pick={pick} onPick={onPick} />}
      <DraftDiscovery found={found} pick={pick} onPick={onPick} />
      {counts.newlyAllowed > 0 && (
        <section className="draft-part" data-testid="draft-unknown">
          <h4>Not included in this estimate</h4>
          <p>
            The links on {plural(counts.newlyAllowed, 'newly allowed page')}: these pages were not fetched, so their links are
            unknown. Crawlscope obeys the robots.txt that the server returns. It can fetch these pages after you publish the
            draft.
          </p>
          <AskNewlyAllowed handle={found.handle} count={counts.newlyAllowed} />
        </section>
      )}
    </>
  );
});
