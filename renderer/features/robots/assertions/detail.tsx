import type { AssertionFinding, AssertionReport } from '#shared/model/assertions.ts';
import { keyed } from '../../../ui/keyed.ts';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';

interface Props {
  readonly report: AssertionReport;
  readonly line: number;
  /** Shows a line of the robots.txt. */
  readonly onRobotsLine: (origin: string, line: number) => void;
}

/** Details about the line with the caret. */
export function AssertionDetail({ report, line, onRobotsLine }: Props) {
  const problem = report.problems.find(each => each.line === line);
  if (problem)
    return (
      <div className="assertion-detail" data-testid="assertion-detail">
        <p className="tone-bad">
          Line {line}, column {problem.column}: <Foreign className="selectable" text={problem.message} />
        </p>
        <p>
          Fix: <Foreign className="selectable" text={problem.fix} />
        </p>
      </div>
    );
  const result = report.results.find(each => each.line === line);
  if (!result) return null;
  if (result.status === 'met')
    return (
      <div className="assertion-detail" data-testid="assertion-detail">
        <p>
          <span className="tone-ok">Line {line} is met:</span> <Foreign className="selectable" text={result.got} />
        </p>
      </div>
    );
  return (
    <div className="assertion-detail" data-testid="assertion-detail">
      {keyed(result.findings, each => each.crawler).map(({ key, item }) => (
        <Finding key={key} finding={item} onLine={number => onRobotsLine(result.origin, number)} />
      ))}
      {result.more > 0 && <p className="muted">and {plural(result.more, 'crawler')} more</p>}
    </div>
  );
}

const shownExamples = 8;

function Finding({ finding, onLine }: { readonly finding: AssertionFinding; readonly onLine: (line: number) => void }) {
  const { crawler, expected, got, robotsLine, robotsText, why, examples, concerned } = finding;
  return (
    <section>
      {crawler !== '' && (
        <h3>
          <Foreign text={crawler === '*' ? 'A crawler that no group names' : crawler} />
        </h3>
      )}
      {got === '' ? (
        <p>
          <span className="tone-warn">Not checkable:</span> <Foreign className="selectable" text={why} />
        </p>
      ) : (
        <dl className="assertion-diff">
          <dt>Expected</dt>
          <dd>
            <Foreign className="selectable" text={expected} />
          </dd>
          <dt>Got</dt>
          <dd className="tone-bad">
            <Foreign className="selectable" text={got} />
          </dd>
        </dl>
      )}
      {robotsLine > 0 && (
        <p>
          <button type="button" className="link" onClick={() => onLine(robotsLine)}>
            Line {robotsLine}
          </button>{' '}
          <code className="selectable">
            <Foreign text={robotsText} />
          </code>
        </p>
      )}
      {got !== '' && why !== '' && (
        <p className="muted">
          <Foreign className="selectable" text={why} />
        </p>
      )}
      {examples.length > 0 && (
        <ul className="selectable">
          {keyed(examples.slice(0, shownExamples), each => each).map(({ key, item }) => (
            <li key={key}>
              <Foreign text={item} />
            </li>
          ))}
          {concerned > Math.min(examples.length, shownExamples) && (
            <li className="muted num">and {countWords(concerned - Math.min(examples.length, shownExamples))} more</li>
          )}
        </ul>
      )}
    </section>
  );
}
