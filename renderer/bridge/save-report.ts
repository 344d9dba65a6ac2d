import type { Input } from '#shared/rpc/types.ts';
import { useActions } from './app-context.ts';
import { client } from './client.ts';
import { messageOf } from './hooks.ts';

/** Shows a dialog for the path of a report, then the result. The shell chooses the file; the window never learns the path. */
export function useSaveReport(): (wanted: Input<'report.save'>) => void {
  const { toast } = useActions();
  return wanted => {
    client.call('report.save', wanted).then(
      outcome => {
        if ('file' in outcome) toast(`Saved “${outcome.file.name}” in ${outcome.file.folder}`);
      },
      (error: unknown) => toast(`The report was not saved: ${messageOf(error)}`, 'problem'),
    );
  };
}
