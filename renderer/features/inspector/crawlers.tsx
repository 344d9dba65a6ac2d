import { useState } from 'react';
import { decidedBy, differenceWords, matrixParts, matrixVerdict } from '#shared/explain/matrix.ts';
import type { MatrixRow, UrlMatrix } from '#shared/model/matrix.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { plainProfile } from '../../domain/profile-search.ts';
import { Problem } from '../../ui/problem.tsx';
import { plural } from '../../ui/text/format.ts';
import {
  followHints,
  followTone,
  followWords,
  listingHints,
  listingTone,
  listingWords,
  matrixShort,
  matrixTone,
  matrixWords,
  snippetTone,
  snippetWords,
} from './matrix-words.ts';
import { VerdictReasons } from './verdict-reasons.tsx';

interface Props {
  readonly url: string;
  /** A change repeats the call. */
  readonly refresh: number;
}

/** How every known crawler reads the stored robots.txt and page for a URL: ours, those that differ, those that agree. */
export function Crawlers({ url, refresh }: Props) {
  // Profiles of the user's own that the file may lack; without the list the matrix is still good.
  const list = useCall('profiles.list', {});
  const mine = list.data?.profiles.filter(profile => profile.own).map(plainProfile);
  const ready = mine !== undefined || list.error !== '';
  const { data, error, retry } = useCall('url.matrix', ready ? { url, own: mine ?? [] } : null, refresh);
  const [open, setOpen] = useState('');
  if (error) return <Problem text={`The crawlers could not be compared: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Evaluating robots.txt and the page for every crawler…</div>;
  const { own, differing, agreeing } = matrixParts(data.rows, data.profile);
  const rows = (list: readonly MatrixRow[]) => (
    <ul>
      {list.map(row => (
        <Row
          key={row.profile}
          row={row}
          matrix={data}
          refresh={refresh}
          open={open === row.profile}
          toggle={() => setOpen(open === row.profile ? '' : row.profile)}
        />
      ))}
    </ul>
  );
  return (
    <div className="pad selectable crawlers">
      <section>
        <div className="crawler-head">
          <h3>This crawl</h3>
          <span aria-hidden="true">Fetch</span>
          <span aria-hidden="true">List</span>
          <span aria-hidden="true">Follow</span>
          <span aria-hidden="true">Snippet</span>
        </div>
        {own && rows([own])}
      </section>
      <section>
        <h3>{differing.length === 0 ? 'No other crawler differs' : `${plural(differing.length, 'crawler')} would differ`}</h3>
        {rows(differing)}
      </section>
      {agreeing.length > 0 && (
        <details>
          <summary data-testid="matrix-agreeing">
            {plural(agreeing.length, 'crawler')} {agreeing.length === 1 ? 'agrees' : 'agree'}
          </summary>
          {rows(agreeing)}
        </details>
      )}
      <p className="muted">
        Crawlscope predicts these verdicts from the stored robots.txt and page, using each crawler’s own rules. Open a crawler to
        see its reasons.
      </p>
    </div>
  );
}

interface RowProps {
  readonly row: MatrixRow;
  readonly matrix: UrlMatrix;
  readonly refresh: number;
  readonly open: boolean;
  readonly toggle: () => void;
}

function Row({ row, matrix, refresh, open, toggle }: RowProps) {
  const { go } = useActions();
  const { origin, version } = matrix;
  const verdict = matrixVerdict(row);
  const words = <bdi>{decidedBy(row)}</bdi>;
  return (
    <li className="crawler" data-testid="matrix-row" data-profile={row.profile} data-verdict={verdict}>
      <button type="button" className="crawler-name" aria-expanded={open} data-testid="matrix-reasons" onClick={toggle}>
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> <bdi>{row.name}</bdi>
      </button>
      <Cell label="Fetch" words={matrixShort[verdict]} tone={matrixTone[verdict]} hint={`${matrixWords[verdict]}.`} />
      <Cell
        label="List"
        words={row.indexable ? listingWords[row.indexable] : '–'}
        tone={row.indexable ? listingTone[row.indexable] : ''}
        hint={row.indexable ? listingHints[row.indexable] : 'Unknown, or this crawler lists no pages.'}
      />
      <Cell
        label="Follow"
        words={row.follow ? followWords[row.follow] : '–'}
        tone={row.follow ? followTone[row.follow] : ''}
        hint={row.follow ? followHints[row.follow] : 'Unknown: the page was not read, or has no links.'}
      />
      <Cell
        label="Snippet"
        words={row.snippet === undefined ? '–' : snippetWords(row.snippet)}
        tone={row.snippet === undefined ? '' : snippetTone(row.snippet)}
        hint={
          row.snippet === undefined
            ? 'Unknown, or this crawler shows no snippets.'
            : 'The longest excerpt of the page that may be shown in results.'
        }
      />
      <span className="crawler-line">
        {row.line > 0 && version !== null ? (
          <button
            type="button"
            className="link mono"
            title="Show the line in robots.txt"
            data-testid="matrix-line"
            onClick={() => go({ do: 'open', target: { view: 'robots', origin, version, line: row.line } })}
          >
            {words}
          </button>
        ) : (
          <span className="muted">{words}</span>
        )}
      </span>
      {row.directive && (
        <code className="crawler-why">
          <bdi>{row.directive}</bdi>
        </code>
      )}
      {row.differsFrom && (
        <span className="crawler-why">
          <bdi>
            {row.name}: {differenceWords(row.differsFrom)}
          </bdi>
        </span>
      )}
      {row.notes.map(note => (
        <span key={note} className="crawler-why" data-testid="matrix-note">
          <bdi>{note}</bdi>
        </span>
      ))}
      {open && <VerdictReasons url={matrix.url} profile={row.profile} refresh={refresh} />}
    </li>
  );
}

interface CellProps {
  readonly label: string;
  readonly words: string;
  readonly tone: string;
  readonly hint: string;
}

function Cell({ label, words, tone, hint }: CellProps) {
  return (
    <span className={`chip ${tone}`} title={`${label}: ${hint}`}>
      <span className="hidden-text">{label}: </span>
      {words}
    </span>
  );
}
