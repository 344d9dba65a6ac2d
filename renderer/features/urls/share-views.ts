import type { SavedView, ViewsFile } from '#shared/views-file.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { plural } from '../../ui/text/format.ts';
import type { Columns } from './use-columns.ts';

type Shared = Pick<ViewsFile, 'views' | 'columnSets'>;

const words = ({ views, columnSets }: Shared): string =>
  [
    ...(views.length > 0 ? [plural(views.length, 'view')] : []),
    ...(columnSets.length > 0 ? [plural(columnSets.length, 'set of columns', 'sets of columns')] : []),
  ].join(' and ');

/** Saved views and sets of columns in one JSON file. `addViews`, `columns`: where imported ones go. */
export function useViewFiles(addViews: (views: readonly SavedView[]) => void, { presets, addPresets }: Columns) {
  const { toast } = useActions();
  const columnSets = presets.map(({ name, layout }) => ({ name, columns: layout }));
  const save = (views: readonly SavedView[]): void => {
    client.call('views.save', { crawlscope: 'views', version: 1, views: [...views], columnSets }).then(
      file => file && toast(`Saved ${words({ views, columnSets })} as ${file.name}`),
      (error: unknown) => toast(`The file could not be saved: ${messageOf(error)}`, 'problem'),
    );
  };
  const open = (): void => {
    client.call('views.open', {}).then(
      file => {
        if (!file) return;
        addViews(file.views);
        addPresets(file.columnSets.map(({ name, columns }) => ({ name, layout: columns })));
        toast(words(file) === '' ? 'The file has no views and no sets of columns' : `${words(file)} imported`);
      },
      (error: unknown) => toast(`The file could not be imported: ${messageOf(error)}`, 'problem'),
    );
  };
  return { save, open };
}
