import { type CheckCount, type NotCheckableReason, notCheckableReasons, openHits } from '#shared/model/audit.ts';
import { countWords, percent } from '../ui/text/format.ts';

interface CountProps {
  readonly of: Counted;
  /** `folded`: the reasons can be opened. `line`: they are in the tooltip. */
  readonly reasons: 'folded' | 'line';
}

/**
 * The count of a check, sealed: other code cannot read its numbers one by one. So no view can show hits without the
 * numbers of checked and not checkable URLs. `CountOf` renders it.
 */
export class Counted {
  readonly #count: CheckCount;

  constructor(count: CheckCount) {
    this.#count = count;
  }

  /** It hit something that no ignore rule sets aside. */
  get isHit(): boolean {
    return openHits(this.#count) > 0;
  }

  /** Ignore rules set hits aside. */
  get hasIgnored(): boolean {
    return (this.#count.ignored ?? 0) > 0;
  }

  get isChecked(): boolean {
    return this.#count.checked > 0;
  }

  /** Hits that are not ignored among what was checked, 0 to 1: for orders and bars. */
  get share(): number {
    const { checked } = this.#count;
    return checked === 0 ? 0 : openHits(this.#count) / checked;
  }

  /** The same numbers as one sentence, for names and exports. */
  get words(): string {
    const { hits, checked } = this.#count;
    const missed = this.#reasons.reduce((sum, [, count]) => sum + count, 0);
    const counted = checked === 0 ? '' : `${countWords(hits)} of ${countWords(checked)} checked${this.#aside}`;
    if (missed === 0) return counted || 'Nothing to check';
    return [counted || '0 checked', `${countWords(missed)} not checkable`].join(', ');
  }

  /** How many of the hits are ignored, '' for none. */
  get #aside(): string {
    const { hits, ignored = 0 } = this.#count;
    if (ignored === 0) return '';
    return ignored === hits ? ', all ignored' : `, ${countWords(ignored)} of them ignored`;
  }

  get #reasons(): readonly (readonly [NotCheckableReason, number])[] {
    const known = Object.entries(this.#count.notCheckable) as [NotCheckableReason, number][];
    return known.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  }

  static readonly Of = ({ of, reasons }: CountProps) => {
    const { hits, checked } = of.#count;
    const why = of.#reasons;
    const missed = why.reduce((sum, [, count]) => sum + count, 0);
    const told = why.map(([reason, count]) => `${countWords(count)} ${notCheckableReasons[reason] ?? reason}`);
    const missedWords = `${countWords(missed)} not checkable`;
    return (
      <span className="count-of num" data-testid="count-of">
        {checked > 0 && (
          <span>
            <b>{countWords(hits)}</b> of {countWords(checked)} checked
            {hits > 0 && (
              <span className="muted">
                {' '}
                · {percent(hits, checked)}
                {of.#aside}
              </span>
            )}
          </span>
        )}
        {checked === 0 && <span className="muted">{missed === 0 ? 'Nothing to check' : '0 checked'}</span>}
        {missed > 0 && reasons === 'line' && (
          <span className="muted" title={told.join('\n')}>
            {missedWords}
          </span>
        )}
        {missed > 0 && reasons === 'folded' && (
          <details className="muted count-reasons">
            <summary>{missedWords}</summary>
            <ul>
              {told.map(text => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </details>
        )}
      </span>
    );
  };
}

/** The only element that shows how often a check hit: always with how many were checked, and how many could not be. */
export const CountOf = Counted.Of;
