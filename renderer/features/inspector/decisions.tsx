import { titleOf } from '#shared/explain/describe.ts';
import type { Stage } from '#shared/model/decision.ts';
import type { ExplainedDecision } from '#shared/model/explanation.ts';
import { keyed } from '../../ui/keyed.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { clockTime, plural, timeWords, verdictTone } from '../../ui/text/format.ts';
import { EvidenceList } from './evidence.tsx';
import { ReleaseTrap } from './release-trap.tsx';
import { TryAgain } from './try-again.tsx';

const stages: Readonly<Record<Stage, string>> = {
  admission: 'Admission',
  access: 'Access',
  fetch: 'Fetch',
  listing: 'Listing',
  follow: 'Links',
};

interface Props {
  readonly url: string;
  readonly decisions: readonly ExplainedDecision[];
  readonly seen: boolean;
  /** Sentences, and labels of evidence, that are shown above: a step does not repeat them. */
  readonly said: string;
  readonly shown: ReadonlySet<string>;
}

/** The cause chain, oldest first. */
export function DecisionList({ url, decisions, seen, said, shown }: Props) {
  if (decisions.length === 0) return null;
  return (
    <section>
      <h3>{seen ? `${plural(decisions.length, 'decision')}, in order` : 'Predicted decisions, in order'}</h3>
      <ol className="chain">
        {keyed(decisions, each => String(each.id)).map(({ key, item }) => (
          <Step key={key} url={url} decision={item} seen={seen} isSaid={said.includes(item.sentence)} shown={shown} />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly url: string;
  readonly decision: ExplainedDecision;
  readonly seen: boolean;
  readonly isSaid: boolean;
  readonly shown: ReadonlySet<string>;
}

function Step({ url, decision, seen, isSaid, shown }: StepProps) {
  const asked = decision.trace.length;
  const pattern = decision.current ? decision.evidence.find(({ kind }) => kind === 'pattern')?.text : undefined;
  return (
    <li className="step" data-tone={verdictTone(decision.verdict)}>
      <header>
        <span className="muted">{stages[decision.stage]}</span>
        <b title={decision.reason}>{titleOf(decision.reason)}</b>
        {decision.current && <span className="chip">current</span>}
        {seen && (
          <time className="muted num" title={timeWords(decision.at)}>
            {clockTime(decision.at)}
          </time>
        )}
      </header>
      {!isSaid && (
        <p>
          <Foreign text={decision.sentence} />
        </p>
      )}
      <EvidenceList items={decision.evidence.filter(({ label }) => !shown.has(label))} />
      {decision.advice && (
        <p className="advice">
          <Foreign text={decision.advice} />
        </p>
      )}
      {seen && pattern && <ReleaseTrap pattern={pattern} />}
      {seen && decision.current && decision.reason === 'engine-crash' && <TryAgain url={url} />}
      {asked > 0 && (
        <details className="trace">
          <summary className="muted">{plural(asked, 'rule')} asked</summary>
          <ol>
            {keyed(decision.trace, each => each.rule).map(({ key, item: step }) => (
              <li key={key} className="mono" data-decisive={step.rule === decision.rule}>
                <Foreign text={step.rule} />
                <span className={step.answer === '' ? 'muted' : `tone-${verdictTone(step.answer)}`}>
                  {step.answer === '' ? 'did not apply' : step.answer}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
