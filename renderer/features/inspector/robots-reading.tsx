import { specialSentences } from '#shared/explain/matrix.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import { useActions } from '../../bridge/app-context.ts';
import { keyed } from '../../ui/keyed.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords } from '../../ui/text/format.ts';

/** How the crawler interprets the stored robots.txt for this URL: the group that applies, and the matching rules by rank. */
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
        How <Foreign text={robots.agent} /> interprets <Foreign text={`${origin}/robots.txt`} />
      </h3>
      <ol className="choice">
        {keyed(robots.choice, each => each).map(({ key, item: step }) => (
          <li key={key}>
            <Foreign text={step} />
          </li>
        ))}
      </ol>
      {robots.special && <p>For this crawler, {specialSentences[robots.special]}.</p>}
      {robots.groupLines.length > 0 && (
        <p className="muted">
          The group starts at{' '}
          {robots.groupLines.map((line, index) => (
            <span key={line}>
              {index > 0 && ', '}
              {lineLink(line)}
            </span>
          ))}
          . Path compared with its rules:{' '}
          <code>
            <Foreign text={robots.path} />
          </code>
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
                    <Foreign text={`${rule.allow ? 'Allow' : 'Disallow'}: ${rule.pattern}`} />
                  </code>
                </td>
                <td className="end">{countWords(length)}</td>
                <td className={won ? (rule.allow ? 'tone-ok' : 'tone-bad') : 'muted'}>{won ? 'decides' : lost}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
