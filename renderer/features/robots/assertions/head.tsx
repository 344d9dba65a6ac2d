import type { AssertionReport } from '#shared/model/assertions.ts';
import { Hint } from '../../../ui/hint.tsx';
import { totalWords } from './words.ts';

interface Props {
  readonly report: AssertionReport | null;
  readonly stale: boolean;
  readonly isEmpty: boolean;
  /** Null where no draft differs from the stored file. */
  readonly isOnDraft: boolean | null;
  readonly onDraft: (wanted: boolean) => void;
  readonly isDirty: boolean;
  readonly saving: boolean;
  readonly onSave: () => void;
  /** Null where no line has a problem. */
  readonly onNext: (() => void) | null;
}

/** Above the assertions: how many are met, on which robots.txt, and Save. */
export function AssertionHead({ report, stale, isEmpty, isOnDraft, onDraft, isDirty, saving, onSave, onNext }: Props) {
  return (
    <header className="assertion-head">
      <p id="assertion-totals" className="num" data-testid="assertion-totals" aria-live="polite">
        {isEmpty ? <Nothing /> : report ? <Totals report={report} stale={stale} /> : 'Checking…'}
      </p>
      {isOnDraft !== null && <Which isOnDraft={isOnDraft} onDraft={onDraft} />}
      <div className="row">
        {isDirty && <span className="chip warn">not saved</span>}
        {onNext && (
          <Hint text="F8, Shift+F8 backwards">
            <button type="button" className="btn small" onClick={onNext}>
              Next problem
            </button>
          </Hint>
        )}
        <button type="button" className="btn small primary" disabled={!isDirty || saving} onClick={onSave}>
          Save <kbd>Ctrl S</kbd>
        </button>
      </div>
    </header>
  );
}

function Which({ isOnDraft, onDraft }: { readonly isOnDraft: boolean; readonly onDraft: (wanted: boolean) => void }) {
  return (
    <span className="chips" role="group" aria-label="Which robots.txt the assertions check">
      {[false, true].map(wanted => (
        <button
          key={String(wanted)}
          type="button"
          className="chip"
          aria-pressed={isOnDraft === wanted}
          data-testid={wanted ? 'assertions-on-draft' : 'assertions-on-stored'}
          onClick={() => onDraft(wanted)}
        >
          {wanted ? 'On the draft' : 'On the stored file'}
        </button>
      ))}
    </span>
  );
}

const Nothing = () => <span className="muted">No assertions about this robots.txt yet</span>;

function Totals({ report, stale }: { readonly report: AssertionReport; readonly stale: boolean }) {
  const isBad = report.unmet > 0 || report.problems.length > 0;
  const tone = isBad ? 'tone-bad' : report.unchecked > 0 ? 'tone-warn' : 'tone-ok';
  return <span className={stale ? 'muted' : tone}>{totalWords(report)}</span>;
}
