import { signalLabels, valueLabel } from '#shared/explain/signal-words.ts';
import { type SignalCondition, type SignalName, type SignalTableView, signalNames } from '#shared/model/signals.ts';
import { countWords } from '../../ui/text/format.ts';

interface Props {
  readonly view: SignalTableView;
  readonly where: readonly SignalCondition[];
  readonly onChange: (where: readonly SignalCondition[]) => void;
}

/** One choice for each signal, with the URLs that have each value. */
export function SignalFilters({ view, where, onChange }: Props) {
  const chosen = (signal: SignalName): string => where.find(each => each.signal === signal)?.values[0] ?? '';
  const choose = (signal: SignalName, value: string): void => {
    const others = where.filter(each => each.signal !== signal);
    onChange(value === '' ? others : [...others, { signal, values: [value], profile: null }]);
  };
  return (
    <div className="signal-filters" role="group" aria-label="Only URLs with these signals">
      {signalNames.map(signal => (
        <label key={signal}>
          <span className="muted">{signalLabels[signal]}</span>
          <select
            className="field"
            value={chosen(signal)}
            data-testid={`signal-${signal}`}
            onChange={event => choose(signal, event.target.value)}
          >
            <option value="">any</option>
            {view.facets
              .filter(facet => facet.signal === signal && (facet.urls > 0 || facet.value === chosen(signal)))
              .map(({ value, urls }) => (
                <option key={value} value={value}>
                  {valueLabel(signal, value) === '–' ? 'none' : valueLabel(signal, value)} ({countWords(urls)})
                </option>
              ))}
          </select>
        </label>
      ))}
    </div>
  );
}
