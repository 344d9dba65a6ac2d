import { useState } from 'react';
import type { RobotsFileView } from '#shared/model/explanation.ts';
import type { LintFinding, LintView } from '#shared/model/lint.ts';
import { type SideSize, SplitPane } from '../../../ui/split-pane.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import { RobotsSource } from '../source/source.tsx';
import { lineOfFinding, severityTone, severityWords } from './marks.ts';

interface Props {
  readonly data: RobotsFileView;
  readonly lint: LintView;
}

const listed = 500;
/** The findings beside the source. */
const findingsSize: SideSize = { usual: '40%', least: 240, most: 75 };
const severities = ['E', 'W', 'I'] as const;

/** What is wrong in the file: every finding with its reason and fix beside the source. */
export function RobotsLint({ data, lint }: Props) {
  const [hidden, setHidden] = useState<readonly LintFinding['severity'][]>([]);
  const [chosen, setChosen] = useState(-1);
  const [jump, setJump] = useState(0);
  const shown = lint.findings
    .map((finding, index) => ({ finding, index }))
    .filter(({ finding }) => !hidden.includes(finding.severity));
  const current = lint.findings[chosen];
  const toggle = (severity: LintFinding['severity']): void =>
    setHidden(old => (old.includes(severity) ? old.filter(each => each !== severity) : [...old, severity]));
  const total = lint.counts.E + lint.counts.W + lint.counts.I;
  const list =
    total === 0 ? (
      <div className="empty" data-testid="lint-empty">
        Nothing found: {countWords(lint.checks)} checks made.
      </div>
    ) : (
      <>
        <div className="lint-head">
          {severities.map(severity => (
            <button
              key={severity}
              type="button"
              className={`chip ${severityTone[severity]}`}
              aria-pressed={!hidden.includes(severity)}
              data-testid={`lint-count-${severity}`}
              title={`Show or hide: ${severityWords[severity]}`}
              onClick={() => toggle(severity)}
            >
              {plural(lint.counts[severity], severityWords[severity].toLowerCase())}
            </button>
          ))}
          <span className="muted">{countWords(lint.checks)} checks</span>
        </div>
        {shown.length === 0 && <div className="empty">All {plural(total, 'finding')} are hidden.</div>}
        <ol className="lint-list" aria-label="Findings">
          {shown.slice(0, listed).map(({ finding, index }) => (
            <Finding
              key={`${finding.id} ${finding.line} ${finding.column} ${index}`}
              finding={finding}
              open={index === chosen}
              onOpen={() => {
                setChosen(old => (old === index ? -1 : index));
                setJump(n => n + 1);
              }}
            />
          ))}
        </ol>
        {shown.length > listed && (
          <p className="muted note">
            The first {listed} of {countWords(total)} findings are listed.
          </p>
        )}
      </>
    );
  const side = (
    <div className="lint-side">
      {lint.sentence !== '' && <p className="muted note">{lint.sentence}</p>}
      {list}
      {lint.notChecked.length > 0 && <NotChecked checks={lint.notChecked} />}
    </div>
  );
  if (data.lines.length === 0) return side;
  const line = current ? lineOfFinding(data.lines, current) : 0;
  return (
    <SplitPane
      name="lint"
      label="Size of the list of findings"
      at="start"
      size={findingsSize}
      narrow={{ below: 580, use: 'rows' }}
      side={side}
      main={<RobotsSource data={data} findings={lint.findings} line={line} jump={jump} />}
    />
  );
}

/** Checks that could not run, and the data they lack. */
function NotChecked({ checks }: { readonly checks: LintView['notChecked'] }) {
  const reasons = new Set(checks.map(each => each.why));
  return (
    <details className="note muted" data-testid="lint-not-checked">
      <summary>{plural(checks.length, 'check')} could not be made</summary>
      <ul className="selectable">
        {[...reasons].map(why => (
          <li key={why}>
            {why}:{' '}
            <code>
              {checks
                .filter(each => each.why === why)
                .map(({ id }) => id)
                .join(', ')}
            </code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Finding({
  finding,
  open,
  onOpen,
}: {
  readonly finding: LintFinding;
  readonly open: boolean;
  readonly onOpen: () => void;
}) {
  const { id, severity, line, message, why, fix, dialects, everybody } = finding;
  return (
    <li data-testid="lint-finding" data-id={id} data-severity={severity}>
      <button type="button" className="lint-row" aria-expanded={open} onClick={onOpen}>
        <span className={`chip ${severityTone[severity]}`}>{severityWords[severity]}</span>
        <span className="lint-text">
          <Foreign text={message} />{' '}
          <span className="muted">
            <code>{id}</code>
          </span>
        </span>
        <span className="muted num">{line > 0 ? `line ${line}` : 'file'}</span>
      </button>
      {open && (
        <dl className="lint-more selectable">
          <dt>Why</dt>
          <dd>{why}</dd>
          {fix && (
            <>
              <dt>Fix</dt>
              <dd>
                <Foreign text={fix.title} />
                {fix.edits[0] && fix.edits[0].insert !== '' && (
                  <code className="lint-insert">
                    <Foreign text={fix.edits[0].insert} />
                  </code>
                )}
              </dd>
            </>
          )}
          {(everybody || dialects.length > 0) && (
            <>
              <dt>Hurts</dt>
              <dd>{everybody ? 'every crawler' : dialects.join(', ')}</dd>
            </>
          )}
        </dl>
      )}
    </li>
  );
}
