import type { ReplayCause, ReplayDifference } from '#shared/model/replay.ts';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import { becauseWords, causeKey, causeWords, countsWords, type DraftPick } from './words.ts';

interface Props {
  readonly found: ReplayDifference;
  readonly pick: DraftPick | null;
  readonly onPick: (pick: DraftPick | null) => void;
}

interface CausesProps extends Props {
  /** The stored response is not a file. */
  readonly replaces: boolean;
}

/** The edits that cause the changes, those that change most verdicts first. */
export function DraftCauses({ found, pick, onPick, replaces }: CausesProps) {
  const { causes, causeCount } = found;
  return (
    <section className="draft-part">
      <h4>{becauseWords(causeCount, replaces)}</h4>
      <ul data-testid="draft-causes">
        {causes.map(cause => {
          const key = causeKey(cause);
          const isPicked = pick?.kind === 'cause' && pick.key === key;
          return (
            <li key={key}>
              <button
                type="button"
                className="cause-row"
                aria-pressed={isPicked}
                data-testid="draft-cause"
                title={weightWords(cause)}
                onClick={() => onPick(isPicked ? null : { kind: 'cause', key })}
              >
                <span>
                  {causeWords(cause, replaces)} <CauseText cause={cause} />
                </span>
                <span className="muted num">{countsWords(cause.counts)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {causeCount > causes.length && (
        <p className="muted">
          The {countWords(causes.length)} largest of {countWords(causeCount)} edits are listed.
        </p>
      )}
    </section>
  );
}

function CauseText({ cause: { edit, oldText, newText } }: { readonly cause: ReplayCause }) {
  if (edit === 'access') return null;
  if (edit === 'removed')
    return (
      <s className="mono">
        <Foreign text={oldText} />
      </s>
    );
  return (
    <>
      {edit === 'changed' && oldText !== '' && (
        <>
          <s className="mono muted">
            <Foreign text={oldText} />
          </s>{' '}
        </>
      )}
      <Foreign className="mono" text={newText || oldText} />
    </>
  );
}

const weightWords = ({ weight }: ReplayCause): string =>
  `${plural(weight.inlinks, 'inlink')}, ${countWords(weight.inSitemap)} in sitemaps`;

const shownSections = 12;

/** Where on the site: sections with changes, those with most of them first. */
export function DraftSections({ found, pick, onPick }: Props) {
  const { sections, sectionCount } = found;
  const picked = pick?.kind === 'section' ? pick.section : null;
  const hasOpen = sections.some(each => each.counts.undecided > 0);
  return (
    <section className="draft-part">
      <h4>In {plural(sectionCount, 'section')} of the site</h4>
      <table className="plain draft-table num" data-testid="draft-sections">
        <thead>
          <tr>
            <th>Section</th>
            <th className="end">Blocked</th>
            <th className="end">Allowed</th>
            {hasOpen && <th className="end">Undecided</th>}
            <th className="end">Other line</th>
            <th className="end">URLs in all</th>
          </tr>
        </thead>
        <tbody>
          {sections.slice(0, shownSections).map(({ section, urls, counts }) => (
            <tr key={section} data-picked={section === picked}>
              <td className="wide">
                <button
                  type="button"
                  className="link mono"
                  aria-pressed={section === picked}
                  onClick={() => onPick(section === picked ? null : { kind: 'section', section })}
                >
                  <Foreign text={section} />
                </button>
              </td>
              <td className={counts.newlyBlocked > 0 ? 'end tone-bad' : 'end muted'}>{countWords(counts.newlyBlocked)}</td>
              <td className={counts.newlyAllowed > 0 ? 'end tone-ok' : 'end muted'}>{countWords(counts.newlyAllowed)}</td>
              {hasOpen && <td className="end">{countWords(counts.undecided)}</td>}
              <td className={counts.otherLine > 0 ? 'end' : 'end muted'}>{countWords(counts.otherLine)}</td>
              <td className="end muted">{countWords(urls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sectionCount > shownSections && (
        <p className="muted">
          The {shownSections} with most changes of {countWords(sectionCount)} are listed.
        </p>
      )}
    </section>
  );
}
