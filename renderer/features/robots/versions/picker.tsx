import type { RobotsVersionRow } from '#shared/model/explanation.ts';
import { plural } from '../../../ui/text/format.ts';
import { versionLabel, versionTitle } from './words.ts';

/** Up to this many versions are buttons; more are a list to choose from. */
const mostButtons = 4;

interface Props {
  readonly versions: readonly RobotsVersionRow[];
  readonly shown: number;
  readonly onVersion: (id: number) => void;
}

/** The version all tabs show. Numbers are those of the Versions tab, and of sentences about versions. */
export function VersionPicker({ versions, shown, onVersion }: Props) {
  if (versions.length > mostButtons)
    return (
      <label className="interpreter-picker version-picker num">
        <span className="muted">Version</span>
        <select
          className="field"
          data-testid="version-picker"
          value={shown}
          onChange={event => onVersion(Number(event.target.value))}
        >
          {[...versions].reverse().map(each => (
            <option key={each.id} value={each.id}>
              {versionLabel(each)}
              {each.isCurrent ? ' · in force' : ''}
            </option>
          ))}
        </select>
        <span className="muted">of {plural(versions.length, 'version')}</span>
      </label>
    );
  return (
    <div className="versions num">
      <span className="muted">{plural(versions.length, 'version')}:</span>
      {versions.map(each => (
        <button
          key={each.id}
          type="button"
          className="chip"
          aria-pressed={each.id === shown}
          title={versionTitle(each)}
          onClick={() => onVersion(each.id)}
        >
          {versionLabel(each)}
        </button>
      ))}
    </div>
  );
}
