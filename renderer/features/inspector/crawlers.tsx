import { decidedBy, differenceWords, matrixParts, matrixVerdict } from '#shared/explain/matrix.ts';
import type { MatrixRow, UrlMatrix } from '#shared/model/matrix.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { plural } from '../../ui/format.ts';
import { listingHints, listingTone, listingWords, matrixTone, matrixWords } from '../../ui/matrix-words.ts';
import { Problem } from '../../ui/problem.tsx';
import { plainProfile } from '../../ui/profile-search.ts';

interface Props {
  readonly url: string;
  /** Asks again when it changes. */
  readonly refresh: number;
}

/** How every known crawler reads the stored robots.txt and page for a URL: ours, those that differ, those that agree. */
export function Crawlers({ url, refresh }: Props) {
  // Profiles of the user's own that the file may lack; without the list the matrix is still good.
  const list = useCall('profiles.list', {});
  const mine = list.data?.profiles.filter(profile => profile.own).map(plainProfile);
  const ready = mine !== undefined || list.error !== '';
  const { data, error, retry } = useCall('url.matrix', ready ? { url, own: mine ?? [] } : null, refresh);
  if (error) return <Problem text={`The crawlers could not be compared: ${error}`} retry={retry} />;
  if (!data) return null;
  const { own, differing, agreeing } = matrixParts(data.rows, data.profile);
  return (
    <div className="pad selectable crawlers">
      {own && (
        <section>
          <h3>This crawl</h3>
          <ul>
            <Row row={own} matrix={data} />
          </ul>
        </section>
      )}
      <section>
        <h3>{differing.length === 0 ? 'No crawler differs from it' : `${plural(differing.length, 'crawler')} would differ`}</h3>
        <ul>
          {differing.map(row => (
            <Row key={row.profile} row={row} matrix={data} />
          ))}
        </ul>
      </section>
      {agreeing.length > 0 && (
        <details>
          <summary data-testid="matrix-agreeing">
            {plural(agreeing.length, 'crawler')} {agreeing.length === 1 ? 'agrees' : 'agree'}
          </summary>
          <ul>
            {agreeing.map(row => (
              <Row key={row.profile} row={row} matrix={data} />
            ))}
          </ul>
        </details>
      )}
      <p className="muted">
        Read from the stored robots.txt and page. What a page says about listing is combined by Google’s rule for every crawler.
      </p>
    </div>
  );
}

function Row({ row, matrix }: { readonly row: MatrixRow; readonly matrix: UrlMatrix }) {
  const { go } = useActions();
  const { origin, version } = matrix;
  const verdict = matrixVerdict(row);
  const words = <bdi>{decidedBy(row)}</bdi>;
  return (
    <li className="crawler" data-testid="matrix-row" data-profile={row.profile} data-verdict={verdict}>
      <span className="crawler-name">
        <bdi>{row.name}</bdi>
      </span>
      <span className="crawler-chips">
        <span className={`chip ${matrixTone[verdict]}`}>{matrixWords[verdict]}</span>
        {row.indexable && (
          <span className={`chip ${listingTone[row.indexable]}`} title={listingHints[row.indexable]}>
            {listingWords[row.indexable]}
          </span>
        )}
      </span>
      <span className="crawler-line">
        {row.line > 0 && version !== null ? (
          <button
            type="button"
            className="link mono"
            title="Show the line in robots.txt"
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
          Differs by: <bdi>{differenceWords(row.differsFrom)}</bdi>
        </span>
      )}
    </li>
  );
}
