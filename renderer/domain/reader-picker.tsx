import type { RobotsReaders } from '#shared/model/reading.ts';

/** '' for none, 'profile:googlebot', 'dialect:rfc9309'. */
export type ReaderChoice = string;

/** A choice as the engine takes it. */
export function readerInput(choice: ReaderChoice): { readonly profile?: string; readonly dialect?: string } {
  const [kind, id = ''] = choice.split(':', 2);
  return kind === 'profile' ? { profile: id } : kind === 'dialect' ? { dialect: id } : {};
}

interface Props {
  readonly label: string;
  readonly none: string;
  readonly value: ReaderChoice;
  readonly readers: RobotsReaders;
  readonly testId: string;
  /** Dialects are not offered. */
  readonly only?: 'crawlers';
  readonly onPick: (choice: ReaderChoice) => void;
}

/** Crawlers and dialects in one list. */
export function ReaderPicker({ label, none, value, readers, testId, only, onPick }: Props) {
  return (
    <label className="reader-picker">
      <span className="muted">{label}</span>
      <select className="field" value={value} data-testid={testId} onChange={event => onPick(event.target.value)}>
        <option value="">{none}</option>
        <optgroup label="Crawlers">
          {readers.profiles.map(({ id, name }) => (
            <option key={id} value={`profile:${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
        {only === undefined && (
          <optgroup label="Dialects">
            {readers.dialects.map(({ id, name }) => (
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
