import { flipWords } from '#shared/explain/comparison.ts';
import type { ComparisonFound, Flip } from '#shared/model/comparison.ts';
import { flipCounts, flipCountWords, type GroupOrder } from './compare-words.ts';

interface Props {
  readonly found: ComparisonFound;
  readonly order: GroupOrder;
  readonly onOrder: (order: GroupOrder) => void;
  readonly flip: Flip | null;
  readonly onFlip: (flip: Flip | null) => void;
}

/** Which groups are listed, and in what order. */
export function GroupFilter({ found, order, onOrder, flip, onFlip }: Props) {
  return (
    <div className="compare-filter">
      <div className="chips num" role="group" aria-label="Only changes with URLs that are">
        {flipCounts(found).map(({ name, urls }) => (
          <button
            key={name}
            type="button"
            className={`chip ${flip === name ? '' : flipWords(name).tone}`}
            aria-pressed={flip === name}
            onClick={() => onFlip(flip === name ? null : name)}
          >
            {flipCountWords(name, urls)}
          </button>
        ))}
      </div>
      <div className="chips compare-order" role="group" aria-label="Order of the groups">
        <span className="muted">Largest by</span>
        {(['urls', 'inlinks'] as const).map(name => (
          <button key={name} type="button" className="btn small" aria-pressed={order === name} onClick={() => onOrder(name)}>
            {name === 'urls' ? 'URLs' : 'Inlinks'}
          </button>
        ))}
      </div>
    </div>
  );
}
