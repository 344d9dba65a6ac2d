import { orderWords } from '#shared/explain/interpretation.ts';
import type { InterpretedFile, InterpretedGroup, InterpretedRule } from '#shared/model/interpretation.ts';
import { keyed } from '../../../ui/keyed.ts';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords } from '../../../ui/text/format.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';

const mostGroups = 60;
const mostRules = 100;
const mostCharacters = 160;

/** A pattern of any length in the little room there is. */
const clipped = (text: string): string => (text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text);

/** The groups that come out of a file, and what they say together to the robot. */
export function InterpretedGroups({
  file,
  interpreter,
  onLine,
}: {
  readonly file: InterpretedFile;
  readonly interpreter: string;
  readonly onLine: (line: number) => void;
}) {
  const { robot, groups, sitemaps } = file;
  const ordered = [...groups].sort((a, b) => Number(b.chosen) - Number(a.chosen) || a.index - b.index);
  const more = groups.length - mostGroups + file.moreGroups;
  return (
    <aside className="reading-groups selectable" aria-label="Groups">
      {robot && (
        <section>
          <h3>
            For <Foreign text={robot.agent} />
          </h3>
          <p>
            {robot.groups.length === 0
              ? 'No group applies to this crawler: it may fetch everything.'
              : `${robot.groups.length === 1 ? 'Group' : 'Groups'} ${robot.groups.map(index => index + 1).join(' + ')} ${robot.groups.length === 1 ? 'applies' : 'apply'} to this crawler.`}
          </p>
          {robot.ignoresGroups && <p className="muted">{interpreter} obeys only groups that name it.</p>}
          {robot.borrowed && <p className="muted">No group names this crawler, so it uses the group for a fall-back name.</p>}
          {robot.crawlDelay && (
            <p>
              It waits {robot.crawlDelay.seconds} s between requests (<LineLink line={robot.crawlDelay.line} onLine={onLine} />
              ).
            </p>
          )}
          {robot.groups.length > 1 && (
            <>
              <h4 className="muted">All its rules</h4>
              <Rules rules={robot.rules} more={robot.moreRules} onLine={onLine} />
            </>
          )}
        </section>
      )}
      {groups.length === 0 && <p className="muted">This file contains no groups.</p>}
      {groups.length > 0 && <p className="muted">In every group {orderWords(file)}; rules stand in that order.</p>}
      {ordered.slice(0, mostGroups).map(group => (
        <Group key={group.index} group={group} onLine={onLine} />
      ))}
      {more > 0 && <p className="muted">And {countWords(more)} more groups.</p>}
      {sitemaps.length > 0 && (
        <section className="group-card">
          <h4>Sitemaps</h4>
          <ul>
            {sitemaps.slice(0, mostRules).map(({ line, value }) => (
              <li key={line} className="rule-row">
                <code>
                  <Foreign text={clipped(value)} />
                </code>
                <LineLink line={line} onLine={onLine} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

function Group({ group, onLine }: { readonly group: InterpretedGroup; readonly onLine: (line: number) => void }) {
  return (
    <section className="group-card" data-testid="reading-group" data-chosen={group.chosen}>
      <h4>
        <span className="chip group-chip" data-odd={group.index % 2 === 1}>
          {group.index + 1}
        </span>
        {group.chosen && <span className="chip ok">applies</span>}
        {group.overlooked && <span className="chip warn">overlooked</span>}
      </h4>
      <ul>
        {keyed(group.agents.slice(0, mostRules), ({ line }) => String(line)).map(({ key, item: { line, token, value } }) => (
          <li key={key} className="rule-row">
            <code title={visibleText(clipped(value))}>
              <Foreign text={clipped(`User-agent: ${token}`)} />
            </code>
            {line > 0 && <LineLink line={line} onLine={onLine} />}
          </li>
        ))}
      </ul>
      {group.rules.length === 0 ? (
        <p className="muted">No rules.</p>
      ) : (
        <Rules rules={group.rules} more={group.moreRules} onLine={onLine} />
      )}
      {group.crawlDelays.map(({ line, seconds, isUsed }) => (
        <p key={line} className="rule-row">
          <code>Crawl-delay: {seconds} s</code>
          <LineLink line={line} onLine={onLine} />
          {!isUsed && <span className="muted">read but not used</span>}
        </p>
      ))}
    </section>
  );
}

function Rules({
  rules,
  more,
  onLine,
}: {
  readonly rules: readonly InterpretedRule[];
  readonly more: number;
  readonly onLine: (line: number) => void;
}) {
  const left = Math.max(0, rules.length - mostRules) + more;
  return (
    <>
      <ol>
        {keyed(rules.slice(0, mostRules), ({ line }) => String(line)).map(({ key, item: rule }) => (
          <li key={key} className="rule-row" data-idle={rule.idle}>
            <code className={rule.idle ? 'muted' : rule.allow ? 'tone-ok' : 'tone-bad'}>
              <Foreign text={clipped(`${rule.allow ? 'Allow' : 'Disallow'}: ${rule.pattern}`)} />
            </code>
            <LineLink line={rule.line} onLine={onLine} />
          </li>
        ))}
      </ol>
      {left > 0 && <p className="muted">And {countWords(left)} more rules.</p>}
    </>
  );
}

const LineLink = ({ line, onLine }: { readonly line: number; readonly onLine: (line: number) => void }) => (
  <button type="button" className="link num" onClick={() => onLine(line)}>
    line {line}
  </button>
);
