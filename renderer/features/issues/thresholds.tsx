import { type FormEvent, useState } from 'react';
import type { AuditState, CheckFound } from '../../domain/use-issues.ts';
import { readNumber, writeNumber } from '../../ui/numbers.ts';

interface Props {
  readonly check: CheckFound;
  readonly state: AuditState;
  readonly onLimits: (limits: AuditState['limits']) => void;
}

/** The thresholds of a check. Changed ones take effect with the next audit, which begins at once. */
export function Thresholds({ check: { id, thresholds }, state: { limits }, onLimits }: Props) {
  const names = Object.keys(thresholds);
  const own = limits[id] ?? {};
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(names.map(name => [name, writeNumber(own[name] ?? thresholds[name]?.value ?? 0)])),
  );
  if (names.length === 0) return null;
  const values = names.map(name => [name, readNumber(typed[name] ?? '', 'decimal')] as const);
  const isBad = ([name, value]: readonly [string, number]): boolean => {
    const { min = 0, max = 0 } = thresholds[name] ?? {};
    return !(value >= min && value <= max);
  };
  const isChanged = values.some(([name, value]) => value !== (own[name] ?? thresholds[name]?.value));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (values.some(isBad)) return;
    onLimits({ ...limits, [id]: Object.fromEntries(values) });
  };
  const { [id]: _, ...others } = limits;
  return (
    <div>
      <dt>Thresholds</dt>
      <dd>
        <form className="thresholds" onSubmit={submit}>
          {names.map(name => {
            const { label = name, unit = '', value = 0, min = 0, max = 0 } = thresholds[name] ?? {};
            const isWrong = isBad([name, readNumber(typed[name] ?? '', 'decimal')]);
            return (
              <label key={name}>
                {label}
                <input
                  className="field"
                  inputMode="decimal"
                  aria-invalid={isWrong}
                  title={`Default: ${writeNumber(value)}. ${writeNumber(min)} to ${writeNumber(max)}.`}
                  value={typed[name] ?? ''}
                  onChange={event => setTyped({ ...typed, [name]: event.target.value })}
                />
                <span className="muted">{unit}</span>
              </label>
            );
          })}
          <button type="submit" className="btn small" disabled={!isChanged || values.some(isBad)}>
            Run again
          </button>
          {Object.keys(own).length > 0 && (
            <button type="button" className="btn small quiet" onClick={() => onLimits(others)}>
              Use defaults
            </button>
          )}
        </form>
      </dd>
    </div>
  );
}
