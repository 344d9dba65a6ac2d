import { populations } from '#shared/model/audit.ts';
import { priorityTone, priorityWords, typeWords } from '../../domain/check-words.ts';
import { CountOf } from '../../domain/counted.tsx';
import type { AuditState, CheckFound } from '../../domain/use-issues.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { Hits } from './hits.tsx';
import { Thresholds } from './thresholds.tsx';

interface Props {
  readonly check: CheckFound;
  readonly state: AuditState;
  readonly onLimits: (limits: AuditState['limits']) => void;
}

/** One check: what it says, why it matters, how to fix it, and the URLs that it hit. */
export function CheckDetail({ check, state, onLimits }: Props) {
  const { id, name, type, priority, population, trigger, why, fix, sources, counted } = check;
  return (
    <section className="sitemap" data-testid="check-detail">
      <header className="robots-head selectable check-head">
        <h2>{name}</h2>
        <p className="chips num">
          <span className={`chip ${priorityTone[priority]}`}>{priorityWords[priority]} priority</span>
          <span className="chip">{typeWords[type]}</span>
          <CountOf of={counted} reasons="folded" />
        </p>
        <details className="check-about" open>
          <summary>About this check</summary>
          <dl className="facts">
            <div>
              <dt>Hit when</dt>
              <dd>{trigger}</dd>
            </div>
            <div>
              <dt>Looks at</dt>
              <dd>{populations[population]}</dd>
            </div>
            <div>
              <dt>Why it matters</dt>
              <dd>{why}</dd>
            </div>
            <div>
              <dt>How to fix it</dt>
              <dd>{fix}</dd>
            </div>
            <Thresholds key={`${id} ${state.run}`} check={check} state={state} onLimits={onLimits} />
            <div>
              <dt>Sources</dt>
              <dd>
                <Foreign text={sources.join(' · ')} />
              </dd>
            </div>
            <div>
              <dt>Id</dt>
              <dd className="mono">{id}</dd>
            </div>
          </dl>
        </details>
      </header>
      <Hits key={`${id} ${state.run}`} check={check} />
    </section>
  );
}
