import { cancelReport, useReport } from '../../bridge/reporting.ts';
import { Foreign } from '../../ui/text/foreign.tsx';

/** The report that is being made, in the status bar: what is done now, how far it is, and a button that ends it. */
export function ReportNote() {
  const running = useReport();
  if (!running) return null;
  const { file, progress } = running;
  return (
    <span className="statusbar-note export-note" data-testid="report-progress">
      <span>
        <Foreign text={file.name} />: {progress.step.toLowerCase() || 'starting'}, {Math.floor(progress.share * 100)} %
      </span>
      <progress className="export-bar" aria-label="Share of the report that is made" max={1} value={progress.share} />
      <button type="button" className="btn quiet small" data-testid="report-cancel" onClick={cancelReport}>
        Cancel
      </button>
    </span>
  );
}
