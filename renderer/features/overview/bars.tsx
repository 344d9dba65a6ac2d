import { useActions } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { Hint } from '../../ui/hint.tsx';
import { countWords, percent } from '../../ui/text/format.ts';

interface BarRow {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly filter: string;
  readonly tone?: string;
}

interface BarsProps {
  readonly title: string;
  readonly note: string;
  readonly all: number;
  readonly rows: readonly BarRow[];
}

/** Counts as bars, largest first; each leads to its URLs. */
export function Bars({ title, note, all, rows }: BarsProps) {
  const { go } = useActions();
  const moving = useStatus()?.state === 'running';
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        <span className="muted num">{note}</span>
      </header>
      {rows.length === 0 && <p className="muted">{moving ? 'Nothing yet.' : 'None.'}</p>}
      <ul className="bars num">
        {[...rows]
          .sort((a, b) => b.count - a.count)
          .map(row => (
            <li key={row.key}>
              <Hint text={`List them: ${row.filter}`}>
                <button type="button" className="bar-row" onClick={() => go({ do: 'filter', filter: row.filter })}>
                  <span className="clip">{row.label}</span>
                  <span className={`bar tone-${row.tone ?? 'none'}`}>
                    <i style={{ width: `${all > 0 ? (row.count / all) * 100 : 0}%` }} />
                  </span>
                  <span className="count">{countWords(row.count)}</span>
                  <span className="muted share">{percent(row.count, all)}</span>
                </button>
              </Hint>
            </li>
          ))}
      </ul>
    </section>
  );
}
