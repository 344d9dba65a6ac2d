import type { ComparedFile, ComparisonView } from '#shared/model/comparison.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { clockTime, plural, timeWords } from '../../ui/text/format.ts';

interface Props {
  readonly view: ComparisonView;
  readonly act: (name: 'comparison.swap' | 'comparison.again' | 'comparison.close') => void;
}

/** Which two crawls are compared, which way round, and what can be done with the result. */
export function ComparedFiles({ view, act }: Props) {
  const { command, toast } = useActions();
  const { run, files, takenAt, isLive, progress } = view;
  const isBusy = progress.state === 'running';
  const save = (): void => {
    client.call('comparison.save', { run, format: 'json' }).then(
      outcome => {
        if ('file' in outcome) toast(`Saved “${outcome.file.name}” in ${outcome.file.folder}`);
      },
      (error: unknown) => toast(`The comparison was not saved: ${messageOf(error)}`, 'problem'),
    );
  };
  return (
    <header className="compare-head">
      <div className="compare-files">
        <File label="Before" file={files[0]} />
        <Hint text="Swap before and after">
          <button
            type="button"
            className="btn"
            aria-label="Swap before and after"
            data-testid="compare-swap"
            disabled={isBusy}
            onClick={() => act('comparison.swap')}
          >
            ⇄ Swap
          </button>
        </Hint>
        <File label="After" file={files[1]} />
      </div>
      <div className="compare-actions">
        <button type="button" className="btn small" disabled={isBusy} onClick={() => act('comparison.again')}>
          Compare again
        </button>
        <Hint text="Ctrl Shift D">
          <button type="button" className="btn small" onClick={() => command('compare')}>
            Another crawl…
          </button>
        </Hint>
        <button type="button" className="btn small" disabled={!view.found} data-testid="save-json" onClick={save}>
          Save as JSON…
        </button>
        <ExportButton
          disabled={!view.found}
          offer={{
            label: 'All changes of the comparison',
            list: { kind: 'comparison', run, group: null },
            count: null,
            shown: null,
          }}
        />
        <button type="button" className="btn quiet small" onClick={() => act('comparison.close')}>
          Close comparison
        </button>
        {isLive && (
          <span className="tone-warn num" data-testid="compare-live">
            The open crawl is still running. This comparison shows its state at {clockTime(takenAt)}.
          </span>
        )}
      </div>
    </header>
  );
}

function File({ label, file }: { readonly label: string; readonly file: ComparedFile }) {
  const { name, isOpen, state, startedAt, urls } = file;
  return (
    <div className="compare-file num" data-testid={`compared-${label.toLowerCase()}`}>
      <span className="muted">{label}</span>
      <b className="clip" title={name}>
        <Foreign text={name} />
      </b>
      {isOpen && <span className="chip">open</span>}
      <span className="muted clip">
        {timeWords(startedAt)} · {plural(urls, 'URL')}
        {state === 'finished' ? '' : ` · ${state}`}
      </span>
    </div>
  );
}
