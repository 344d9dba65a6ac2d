import { type FormEvent, useState } from 'react';
import type { AuditState, CheckFound } from '../../domain/use-issues.ts';
import { readNumber, writeNumber } from '../../ui/numbers.ts';

interface Props {
  readonly check: CheckFound;
  readonly state: AuditState;
  readonly onLimits: (limits: AuditState['limits'], done: string) => void;
}

/** The thresholds of a check. A changed one is stored with the crawl, and the audit runs again at once. */
export function Thresholds({ check: { id, name: title, thresholds }, state: { limits }, onLimits }: Props) {
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
    onLimits({ ...limits, [id]: Object.fromEntries(values) }, `New threshold for ${title}.`);
  };
  const reset = (name: string): void => {
    const { [name]: _, ...left } = own;
    onLimits({ ...limits, [id]: left }, `${title} has its default threshold again.`);
  };
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
                {own[name] !== undefined && (
                  <>
                    <span className="chip warn" title={`The default is ${writeNumber(value)}.`}>
                      changed
                    </span>
                    <button type="button" className="link" data-testid="threshold-reset" onClick={() => reset(name)}>
                      Reset to {writeNumber(value)}
                    </button>
                  </>
                )}
              </label>
            );
          })}
          <button type="submit" className="btn small" disabled={!isChanged || values.some(isBad)}>
            Save and run again
          </button>
        </form>
      </dd>
    </div>
  );
}
