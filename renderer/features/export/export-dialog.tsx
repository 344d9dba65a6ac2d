import { useId, useState } from 'react';
import { csvSeparators, exportFormats } from '#shared/model/export.ts';
import { exportPresets } from '#shared/model/export-presets.ts';
import { takeOffers } from '../../bridge/export-offers.ts';
import { startExport, useExport } from '../../bridge/exporting.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { type FileChoice, formatNames, type Picked, presetOf, readChoice, separatorNames, wishOf } from './choices.ts';

const place = 'crawlscope.export';

/** Chooses a list, a format and columns. The shell shows the dialog for the path. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const [{ offers, first }] = useState(takeOffers);
  const [picked, setPicked] = useState<Picked>(() =>
    offers.length > 0 ? { kind: 'offer', at: first } : { kind: 'preset', id: exportPresets[0].id },
  );
  const [choice, setChoice] = useState<FileChoice>(() => readChoice(localStorage.getItem(place), undefined));
  const { busy, refused, clear, submit } = useSubmit();
  const running = useExport();
  const offer = picked.kind === 'offer' ? (offers[picked.at] ?? null) : null;
  const change = (part: Partial<FileChoice>): void => {
    clear();
    setChoice(old => ({ ...old, ...part }));
  };
  const send = (): void => {
    const wish = wishOf(picked, offers, choice);
    if (!wish || running) return;
    void submit(async () => {
      localStorage.setItem(place, JSON.stringify(choice));
      if (await startExport(wish)) onClose();
    });
  };
  return (
    <Modal title="Export a list" onClose={onClose}>
      <DialogForm
        testId="export-form"
        width="narrow"
        onSubmit={send}
        buttons={
          <>
            <button type="button" className="btn" onClick={onClose}>
              Cancel
            </button>
            <button type="submit" className="btn primary" data-testid="export-start" disabled={busy || running !== null}>
              Export…
            </button>
          </>
        }
      >
        <ListField offers={offers.map(({ label }) => label)} picked={picked} onPick={setPicked} />
        <p className="hint" data-testid="export-about">
          {picked.kind === 'preset' ? presetOf(picked.id).about : <CountWords count={offer?.count ?? null} />}
        </p>
        <FormatField choice={choice} change={change} />
        {choice.format === 'csv' && <CsvFields choice={choice} change={change} />}
        {offer?.shown && <ColumnsField shown={offer.shown.length} choice={choice} change={change} />}
        {running && (
          <p className="tone-warn" role="alert">
            “<Foreign text={running.file.name} />” is being exported. Wait until it is done, or cancel it in the status bar.
          </p>
        )}
        {refused && <Problem text={`The list was not exported: ${refused}`} />}
      </DialogForm>
    </Modal>
  );
}

function CountWords({ count }: { readonly count: number | null }) {
  if (count === null) return 'All rows of this list.';
  return count === 0
    ? 'This list is empty: the file will have the names of the columns only.'
    : `${plural(count, 'row')}, in the order on screen.`;
}

interface ListProps {
  readonly offers: readonly string[];
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
}

function ListField({ offers, picked, onPick }: ListProps) {
  const id = useId();
  const value = picked.kind === 'offer' ? `offer ${picked.at}` : `preset ${picked.id}`;
  return (
    <div className="stacked">
      <label htmlFor={id}>List</label>
      <select
        id={id}
        className="field"
        data-testid="export-list"
        data-first=""
        value={value}
        onChange={event => {
          const [kind, which = ''] = event.target.value.split(' ');
          const preset = exportPresets.find(each => each.id === which);
          onPick(kind === 'preset' && preset ? { kind: 'preset', id: preset.id } : { kind: 'offer', at: Number(which) });
        }}
      >
        {offers.length > 0 && (
          <optgroup label="On screen">
            {offers.map((label, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the offers of an open dialog stay as they are
              <option key={at} value={`offer ${at}`}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Bulk exports">
          {exportPresets.map(preset => (
            <option key={preset.id} value={`preset ${preset.id}`}>
              {preset.label}
            </option>
          ))}
        </optgroup>
      </select>
    </div>
  );
}

interface FieldProps {
  readonly choice: FileChoice;
  readonly change: (part: Partial<FileChoice>) => void;
}

function FormatField({ choice: { format }, change }: FieldProps) {
  const name = useId();
  return (
    <fieldset className="export-choices">
      <legend>Format</legend>
      {exportFormats.map(each => (
        <label key={each} className="check">
          <input type="radio" name={name} value={each} checked={each === format} onChange={() => change({ format: each })} />
          {formatNames[each].label}
        </label>
      ))}
      <p className="hint">{formatNames[format].about}</p>
    </fieldset>
  );
}

function CsvFields({ choice: { separator, bom }, change }: FieldProps) {
  const name = useId();
  return (
    <fieldset className="export-choices">
      <legend>Separator</legend>
      {csvSeparators.map(each => (
        <label key={each} className="check">
          <input type="radio" name={name} checked={each === separator} onChange={() => change({ separator: each })} />
          {separatorNames[each]}
        </label>
      ))}
      <label className="check whole">
        <input type="checkbox" data-testid="export-bom" checked={bom} onChange={event => change({ bom: event.target.checked })} />
        Byte-order mark, so that Excel reads the file as UTF-8
      </label>
    </fieldset>
  );
}

function ColumnsField({ shown, choice: { columns }, change }: FieldProps & { readonly shown: number }) {
  const name = useId();
  return (
    <fieldset className="export-choices">
      <legend>Columns</legend>
      <label className="check">
        <input type="radio" name={name} checked={columns === 'shown'} onChange={() => change({ columns: 'shown' })} />
        {shown === 1 ? 'The column on screen' : `The ${countWords(shown)} columns on screen`}
      </label>
      <label className="check">
        <input type="radio" name={name} checked={columns === 'all'} onChange={() => change({ columns: 'all' })} />
        All columns
      </label>
    </fieldset>
  );
}
