import type { ReplayDifference, ReplayWeight } from '#shared/model/replay.ts';
import { countWords, percent } from '../../../ui/text/format.ts';
import { changes, type DraftPick, depthWords } from './words.ts';

interface Props {
  readonly found: ReplayDifference;
  readonly pick: DraftPick | null;
  readonly onPick: (pick: DraftPick | null) => void;
}

/** All URLs as one bar, divided by what changes. A change of a few URLs stays visible. */
export function DraftShare({ found: { counts, total } }: { readonly found: ReplayDifference }) {
  return (
    <div className="share-bar" aria-hidden="true">
      {changes.map(
        ({ name, label, tone }) =>
          counts[name] > 0 && (
            <i
              key={name}
              data-tone={tone}
              title={`${label}: ${countWords(counts[name])}`}
              style={{ flexGrow: counts[name], minWidth: name === 'unchanged' ? 0 : 3 }}
            />
          ),
      )}
      {total === 0 && <i style={{ flexGrow: 1 }} />}
    </div>
  );
}

/** The counts with what they weigh; each leads to its URLs. */
export function DraftChanges({ found, pick, onPick }: Props) {
  const { counts, weights, total } = found;
  return (
    <table className="plain draft-table num" data-testid="draft-changes">
      <thead>
        <tr>
          <th>Verdict</th>
          <th className="end">URLs</th>
          <th className="end share">Share</th>
          <th className="end" title="Links that lead to these URLs">
            Inlinks
          </th>
          <th className="end" title="URLs that a sitemap names">
            Sitemaps
          </th>
          <th title="From depth 0 on">By depth</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, label, sign, tone }) => {
          const isPicked = pick?.kind === 'change' && pick.change === name;
          return (
            <tr key={name} data-testid={`draft-${name}`} data-zero={counts[name] === 0} data-picked={isPicked}>
              <td>
                <span className={`draft-sign tone-${tone}`}>{sign}</span>{' '}
                {name === 'unchanged' || counts[name] === 0 ? (
                  label
                ) : (
                  <button
                    type="button"
                    className="link"
                    aria-pressed={isPicked}
                    onClick={() => onPick(isPicked ? null : { kind: 'change', change: name })}
                  >
                    {label}
                  </button>
                )}
              </td>
              <td className="end" data-testid={`draft-count-${name}`}>
                {countWords(counts[name])}
              </td>
              <td className="end muted share">{percent(counts[name], total)}</td>
              <td className="end">{countWords(weights[name].inlinks)}</td>
              <td className="end">{countWords(weights[name].inSitemap)}</td>
              <td>
                <Depths weight={weights[name]} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** URLs by depth as small columns. */
function Depths({ weight }: { readonly weight: ReplayWeight }) {
  const { byDepth, urls } = weight;
  if (urls === 0) return null;
  const most = Math.max(...byDepth);
  const last = byDepth.reduce((deepest, count, depth) => (count > 0 ? depth : deepest), 0);
  return (
    <span className="depths" role="img" aria-label={depthWords(weight)} title={depthWords(weight)}>
      {byDepth.slice(0, last + 1).map((count, depth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the depth
        <i key={depth} style={{ height: count === 0 ? 1 : 2 + Math.round((count / most) * 12) }} />
      ))}
    </span>
  );
}
