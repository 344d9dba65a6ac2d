import { cancelExport, useExport } from '../../bridge/exporting.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords } from '../../ui/text/format.ts';
import { exportWords } from './export-words.ts';

/** The export that runs, in the status bar: how far it is, how long it takes, and a button that ends it. */
export function ExportNote() {
  const running = useExport();
  if (!running) return null;
  const { file, progress } = running;
  return (
    <span className="statusbar-note export-note" data-testid="export-progress">
      <span>
        Exporting <Foreign text={file.name} />: {exportWords(progress, countWords)}
      </span>
      <progress className="export-bar" aria-label="Share of the list that is exported" max={1} value={progress.share} />
      <button type="button" className="btn quiet small" data-testid="export-cancel" onClick={cancelExport}>
        Cancel
      </button>
    </span>
  );
}
