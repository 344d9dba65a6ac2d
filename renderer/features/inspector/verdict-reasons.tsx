import { subjectWords } from '#shared/explain/page-verdict.ts';
import type { VerdictSubject } from '#shared/model/directives.ts';
import type { MatrixReason } from '#shared/model/matrix.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall } from '../../bridge/hooks.ts';
import { keyed } from '../../ui/keyed.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { timeWords } from '../../ui/text/format.ts';

const subjects = ['crawl', 'index', 'follow', 'snippet', 'canonical', 'others'] as const satisfies readonly VerdictSubject[];

interface Props {
  readonly url: string;
  readonly profile: string;
  readonly refresh: number;
}

/** The reasons for one crawler's verdicts: each with its source, the engine's rule, and what would change it. */
export function VerdictReasons({ url, profile, refresh }: Props) {
  const { data, error, retry } = useCall('url.matrix', { url, profiles: [profile] }, refresh);
  if (error) return <Problem text={`The reasons could not be read: ${error}`} retry={retry} />;
  const row = data?.rows[0];
  if (!row) return null;
  const found = subjects
    .map(about => ({ label: subjectWords[about], reasons: row.reasons.filter(reason => reason.about === about) }))
    .filter(({ reasons }) => reasons.length > 0);
  return (
    <div className="crawler-reasons" data-testid="matrix-reason-list">
      {found.length === 0 && (
        <p className="muted">
          No rule in robots.txt, the headers or the page applies to this URL, so defaults apply: it may be fetched and listed.
        </p>
      )}
      {found.map(({ label, reasons }) => (
        <section key={label}>
          <h4>{label}</h4>
          <ul>
            {keyed(reasons, each => `${each.id} ${each.label} ${each.sentence}`).map(({ key, item }) => (
              <Reason key={key} reason={item} />
            ))}
          </ul>
        </section>
      ))}
      <p className="muted">
        Page directives are interpreted by the rules of <b>{row.engine}</b>.
      </p>
    </div>
  );
}

function Reason({ reason }: { readonly reason: MatrixReason }) {
  const { go } = useActions();
  const { label, text, open, seenAt } = reason;
  const place = (
    <>
      <span className="evidence-label">
        {label}
        {seenAt !== undefined && `, as fetched ${timeWords(seenAt)}`}
      </span>
      {text && (
        <code>
          <Foreign text={text} />
        </code>
      )}
    </>
  );
  return (
    <li data-testid="matrix-reason" data-reason={reason.id}>
      <Foreign text={reason.sentence} />
      {label &&
        (open ? (
          <button type="button" className="evidence" onClick={() => go({ do: 'open', target: open })}>
            {place}
          </button>
        ) : (
          <div className="evidence">{place}</div>
        ))}
      {reason.rule && (
        <small className="muted">
          <Foreign text={reason.rule} />
        </small>
      )}
      {reason.flip && <small>To change it: {reason.flip}</small>}
    </li>
  );
}
