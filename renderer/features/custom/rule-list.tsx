import type { RuleCounts, RuleRow, RulesView } from '#shared/model/rules.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { countsWords, kinds } from './rule-words.ts';

interface Props {
  readonly rules: RulesView['rules'];
  readonly counts: Readonly<Record<number, RuleCounts>> | undefined;
  readonly current: string;
  readonly onPick: (name: string) => void;
  readonly onAdd: (kind: RuleRow['rule']['kind']) => void;
  readonly onMove: (name: string, by: -1 | 1) => void;
  readonly isReadOnly: boolean;
}

/** All rules by kind, with what they found. */
export function RuleList({ rules, counts, current, onPick, onAdd, onMove, isReadOnly }: Props) {
  return (
    <div className="rule-list list">
      {kinds.map(({ kind, label, one, about }) => {
        const own = rules.filter(({ rule }) => rule.kind === kind);
        return (
          <section key={kind} aria-label={label}>
            <header>
              <h2>{label}</h2>
              <button
                type="button"
                className="btn small"
                disabled={isReadOnly}
                onClick={() => onAdd(kind)}
                aria-label={`Add ${one}`}
              >
                Add…
              </button>
            </header>
            {own.length === 0 && <p className="muted">{about}</p>}
            {own.map((row, place) => (
              <div key={row.rule.name} className="rule-line">
                <button
                  type="button"
                  className="rule-row"
                  aria-current={row.rule.name === current}
                  onClick={() => onPick(row.rule.name)}
                >
                  <b className="clip">{row.rule.name}</b>
                  <span className="clip muted num">
                    <Told row={row} counts={counts?.[row.id]} />
                  </span>
                </button>
                {kind === 'segment' && own.length > 1 && (
                  <>
                    <button
                      type="button"
                      className="btn tiny"
                      aria-label={`Move ${visibleText(row.rule.name)} up`}
                      disabled={isReadOnly || place === 0}
                      onClick={() => onMove(row.rule.name, -1)}
                    >
                      ↑
                    </button>
                    <button
                      type="button"
                      className="btn tiny"
                      aria-label={`Move ${visibleText(row.rule.name)} down`}
                      disabled={isReadOnly || place === own.length - 1}
                      onClick={() => onMove(row.rule.name, 1)}
                    >
                      ↓
                    </button>
                  </>
                )}
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
}

function Told({ row, counts }: { readonly row: RuleRow; readonly counts: RuleCounts | undefined }) {
  if (row.problem !== '')
    return (
      <span className="tone-bad">
        <Foreign text={row.problem} />
      </span>
    );
  if (!row.isAllowed) return <span className="tone-warn">not allowed yet</span>;
  if (counts) return countsWords(counts);
  const { rule } = row;
  return <Foreign text={rule.kind === 'search' ? rule.find : rule.expression} />;
}
