import { useCall, useStatus } from '../bridge/hooks.ts';
import type { InterpreterChoice } from './interpreter-choice.ts';

interface Props {
  readonly label: string;
  /** The label for no choice. Default: the crawl's own crawler. */
  readonly none?: string;
  readonly value: InterpreterChoice;
  readonly testId: string;
  /** Dialects are not offered. */
  readonly only?: 'crawlers';
  readonly onPick: (choice: InterpreterChoice) => void;
}

/** Crawlers and dialects in one list. */
export function InterpreterPicker({ label, none, value, testId, only, onPick }: Props) {
  const { data } = useCall('robots.interpreters', {});
  const own = useStatus()?.settings.profile ?? '';
  if (!data) return null;
  const ownName = data.profiles.find(({ id }) => id === own)?.name ?? own;
  return (
    <label className="interpreter-picker">
      <span className="muted">{label}</span>
      <select className="field" value={value} data-testid={testId} onChange={event => onPick(event.target.value)}>
        <option value="">{none ?? `${ownName} (this crawl)`}</option>
        <optgroup label="Crawlers">
          {data.profiles.map(({ id, name }) => (
            <option key={id} value={`profile:${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
        {only === undefined && (
          <optgroup label="Dialects">
            {data.dialects.map(({ id, name }) => (
              <option key={id} value={`dialect:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
}
