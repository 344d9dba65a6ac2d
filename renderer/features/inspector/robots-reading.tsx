import type { UrlExplanation } from '#shared/model/explanation.ts';
import { useActions } from '../../bridge/app-context.ts';
import { keyed } from '../../ui/keyed.ts';

/** How the stored robots.txt reads for this URL: the group that speaks, and every rule that matched, ranked. */
export function RobotsReading({ robots }: { readonly robots: NonNullable<UrlExplanation['robots']> }) {
  const { go } = useActions();
  const { origin, version } = robots;
  const lineLink = (line: number) =>
    version === null ? (
      <span>line {line}</span>
    ) : (
      <button
        type="button"
        className="link"
        onClick={() => go({ do: 'open', target: { view: 'robots', origin, version, line } })}
      >
        line {line}
      </button>
    );
  return (
    <section>
      <h3>
        How <bdi>{origin}/robots.txt</bdi> reads for <bdi>{robots.agent}</bdi>
      </h3>
      <ol className="choice">
        {keyed(robots.choice, each => each).map(({ key, item: step }) => (
          <li key={key}>
            <bdi>{step}</bdi>
          </li>
        ))}
      </ol>
      {robots.groupLines.length > 0 && (
        <p className="muted">
          Group begins at{' '}
          {robots.groupLines.map((line, index) => (
            <span key={line}>
              {index > 0 && ', '}
              {lineLink(line)}
            </span>
          ))}
          . Compared: <code>{robots.path}</code>
        </p>
      )}
      {robots.matching.length === 0 ? (
        <p className="muted">No rule matches this path.</p>
      ) : (
        <table className="plain num">
          <thead>
            <tr>
              <th>Line</th>
              <th>Rule</th>
              <th className="end">Length</th>
              <th>Result</th>
            </tr>
          </thead>
          <tbody>
            {robots.matching.map(({ rule, length, won, lost }) => (
              <tr key={rule.line}>
                <td>{lineLink(rule.line)}</td>
                <td className="wide">
                  <code>
                    <bdi>
                      {rule.allow ? 'Allow' : 'Disallow'}: {rule.pattern}
                    </bdi>
                  </code>
                </td>
                <td className="end">{length}</td>
                <td className={won ? (rule.allow ? 'tone-ok' : 'tone-bad') : 'muted'}>{won ? 'decides' : lost}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
