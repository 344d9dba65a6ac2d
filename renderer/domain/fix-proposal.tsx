import { useEffect, useState } from 'react';
import { fixOutcomeWords, proofWords } from '#shared/explain/robots-fix.ts';
import type { ProposedFix, RobotsFix } from '#shared/model/robots-fix.ts';
import type { Input } from '#shared/rpc/types.ts';
import { useActions } from '../bridge/app-context.ts';
import { useCall } from '../bridge/hooks.ts';
import { keyed } from '../ui/keyed.ts';
import { Problem } from '../ui/problem.tsx';
import { Foreign } from '../ui/text/foreign.tsx';
import { plural } from '../ui/text/format.ts';

export interface FixAsked {
  readonly goal: 'free' | 'block';
  /** URLs, or the filter that finds them. */
  readonly urls?: readonly string[];
  readonly filter?: string;
}

const inputOf = ({ goal, urls, filter }: FixAsked): Input<'robots.fix'> => ({
  origin: '',
  goal,
  ...(urls ? { urls: [...urls] } : { filter: filter ?? '' }),
  side: { version: null, text: null, profile: '' },
});

/** The smallest edit of robots.txt for chosen URLs: a diff, its proof, and the way to a draft. */
export function FixProposal({ asked, onDone }: { readonly asked: FixAsked; readonly onDone: () => void }) {
  const { data, error, retry } = useCall('robots.fix', inputOf(asked));
  const progress = useCall('replay.progress', data || error ? null : {}, useTick(!data && !error));
  const { go, toast } = useActions();
  if (error) return <Problem text={`Could not look for an edit: ${error}`} retry={retry} />;
  if (!data) {
    const now = progress.data;
    return (
      <p className="muted" role="status">
        Looking for the smallest edit{now ? `: ${plural(now.done, 'URL')} checked` : ''}…
      </p>
    );
  }
  const shown = data.exact ?? data.nearest;
  return (
    <div className="fix" data-testid="fix" data-outcome={data.outcome}>
      <p>
        <b className={data.outcome === 'exact' ? 'tone-ok' : 'tone-warn'}>{fixOutcomeWords(data)}</b>
      </p>
      {shown && <Proof shown={shown} fix={data} />}
      <div className="row fix-actions">
        {shown && (
          <button
            type="button"
            className="btn primary small"
            data-testid="fix-draft"
            onClick={() => {
              go({ do: 'draft', origin: data.origin, text: shown.text });
              onDone();
            }}
          >
            Open as draft
          </button>
        )}
        {shown && (
          <button
            type="button"
            className="btn small"
            onClick={() =>
              void navigator.clipboard.writeText(shown.text).then(
                () => toast('robots.txt copied'),
                () => toast('Could not copy to the clipboard', 'problem'),
              )
            }
          >
            Copy the whole file
          </button>
        )}
        <button type="button" className="btn quiet small" onClick={onDone}>
          Close
        </button>
      </div>
    </div>
  );
}

function Proof({ shown, fix }: { readonly shown: ProposedFix; readonly fix: RobotsFix }) {
  return (
    <>
      {!fix.exact && <p>The closest edit. It also changes other URLs, or misses some:</p>}
      <div className="fix-diff mono selectable" data-testid="fix-diff">
        {keyed(shown.diff, hunk => `${hunk[0]?.line}`).map(({ key, item: hunk }) => (
          <ol key={key}>
            {keyed(hunk, each => `${each.mark}${each.line}`).map(({ key: at, item }) => (
              <li key={at} data-mark={item.mark === '+' ? 'added' : item.mark === '-' ? 'removed' : 'same'}>
                <span className="num muted">{item.line}</span>
                <span className="mark">{item.mark === '-' ? '−' : item.mark}</span>
                <Foreign text={item.text} />
              </li>
            ))}
          </ol>
        ))}
      </div>
      <p data-testid="fix-proof">{proofWords(shown, fix)}</p>
      {fix.unseen > 0 && (
        <p className="muted">
          {plural(fix.unseen, 'chosen URL')} {fix.unseen === 1 ? 'is' : 'are'} not in this crawl. Crawlscope checked{' '}
          {fix.unseen === 1 ? 'it' : 'them'} too.
        </p>
      )}
      {shown.otherUrls.length > 0 && (
        <>
          <p>Other URLs whose verdict this edit would change:</p>
          <ul className="path">
            {shown.otherUrls.map(url => (
              <li key={url}>
                <Foreign text={url} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted">
        For <Foreign text={fix.profile} />, version {fix.version} of <Foreign text={fix.origin} />. Other crawlers may interpret
        these rules differently: compare them in the draft.
      </p>
    </>
  );
}

const tickMs = 300;

/** Grows while `on`, so that a progress call repeats. */
function useTick(on: boolean): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => setTick(n => n + 1), tickMs);
    return () => clearInterval(timer);
  }, [on]);
  return tick;
}
