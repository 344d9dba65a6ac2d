import { useStatus } from '../../bridge/hooks.ts';
import { bytesWords, countWords, plural } from '../../ui/text/format.ts';
import { ExportNote } from './export-note.tsx';
import { ReportNote } from './report-note.tsx';

interface Props {
  readonly hasFile: boolean;
  readonly note: string;
  readonly version: string;
}

/** The window's last line: the invariant of the file in numbers, and how this program runs. */
export function StatusBar({ hasFile, note, version }: Props) {
  const status = useStatus();
  const decided = status?.reasons.reduce((sum, row) => sum + row.count, 0) ?? 0;
  return (
    <footer className="statusbar num">
      {hasFile && status && (
        <>
          <span title="Every URL ever seen has exactly one current decision">
            {plural(status.urls, 'URL')} seen {status.urls === decided ? '=' : '≠'} {countWords(decided)} decided
          </span>
          <span>{plural(status.fetches, 'request')}</span>
          <span>{bytesWords(status.bytes)} received</span>
        </>
      )}
      <span className="spacer" />
      <ReportNote />
      <ExportNote />
      {note && (
        <span className="statusbar-note" title={note}>
          {note}
        </span>
      )}
      <span className="statusbar-note">Crawlscope {version}</span>
    </footer>
  );
}
