import { useState } from 'react';
import { populations } from '#shared/model/audit.ts';
import type { HitsShown } from '#shared/model/issues.ts';
import { priorityTone, priorityWords, typeWords } from '../../domain/check-words.ts';
import { CountOf } from '../../domain/counted.tsx';
import { TrendOf } from '../../domain/trend.tsx';
import type { AuditState, CheckFound } from '../../domain/use-issues.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { Hits } from './hits.tsx';
import { type Ignoring, newRule } from './ignoring.ts';
import { Thresholds } from './thresholds.tsx';

interface Props {
  readonly check: CheckFound;
  readonly state: AuditState;
  readonly onLimits: (limits: AuditState['limits'], done: string) => void;
  readonly onIgnoring: (dialog: Ignoring) => void;
}

/** One check: what it says, why it matters, how to fix it, and the URLs that it hit. */
export function CheckDetail({ check, state, onLimits, onIgnoring }: Props) {
  const [show, setShow] = useState<{ readonly of: string; readonly show: HitsShown }>({ of: '', show: 'open' });
  const { id, name, type, priority, population, trigger, why, fix, sources, counted, trend } = check;
  return (
    <section className="sitemap" data-testid="check-detail">
      <header className="robots-head selectable check-head">
        <div className="check-title">
          <h2>{name}</h2>
          <MenuButton
            label="Ignore"
            testId="ignore"
            groups={[
              {
                items: [
                  { label: 'Ignore this check…', onPick: () => onIgnoring(newRule(id, { kind: 'all' })) },
                  { label: 'Ignore it on some URLs…', onPick: () => onIgnoring(newRule(id, { kind: 'prefix', prefix: '' })) },
                ],
              },
              { items: [{ label: 'Ignore rules…', onPick: () => onIgnoring({ open: 'rules' }) }] },
            ]}
          />
        </div>
        <div className="chips num">
          <span className={`chip ${priorityTone[priority]}`}>{priorityWords[priority]} priority</span>
          <span className="chip">{typeWords[type]}</span>
          <CountOf of={counted} reasons="folded" />
          {trend && <TrendOf of={trend} />}
          {state.limits[id] && <span className="chip warn">Changed threshold</span>}
        </div>
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
      <Hits
        key={`${id} ${state.run}`}
        check={check}
        wanted={show.of === id ? show.show : 'open'}
        setShow={each => setShow({ of: id, show: each })}
        onIgnoring={onIgnoring}
      />
    </section>
  );
}
