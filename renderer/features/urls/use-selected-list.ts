import { type RefObject, useEffect, useRef, useState } from 'react';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { inspectedOf } from '../../bridge/nav-state.ts';
import {
  allRows,
  noRows,
  oneRow,
  type RowSelection,
  type SelectMode,
  selectedCount,
  selectRow,
} from '../../ui/grid/row-selection.ts';
import type { GridHandle } from '../../ui/grid/virtual-grid.tsx';
import { type UrlOrder, useUrlList } from './use-url-list.ts';

/** The inspector follows when a key rests this long, so that holding an arrow key stays smooth. */
const followMs = 120;

/** The list of URLs with its selected rows. With the inspector open, each shows the URL of the other. */
export function useSelectedList(order: UrlOrder, grid: RefObject<GridHandle | null>, shown: readonly string[]) {
  const [selection, setSelection] = useState<RowSelection>(noRows);
  const many = selectedCount(selection);
  const [picked, setPicked] = useState('');
  // Positions of several selected rows mean something only while the list stays as it is.
  const list = useUrlList(order, { grid, selectedUrl: picked, held: many > 1, shown });
  const { info, rowAt, selected, setSelected } = list;
  const view = info?.view;
  const count = info?.count ?? 0;
  const select = (index: number, mode: SelectMode): void => {
    setSelection(selectRow(selection, index, mode));
    setSelected(index);
    setPicked(rowAt(index)?.url ?? '');
  };
  const selectAll = (): void => {
    // All of them need a row that the keyboard is at.
    if (selected < 0) select(0, 'only');
    setSelection(allRows(count, selected));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other positions
  useEffect(() => setSelection(oneRow(selected)), [view, selected === selection.at]);
  const open = useInspectorBeside({ picked, view, onUrl: setPicked, onIndex: setSelected });
  return { list, count, many, selection, select, selectAll, open: (index: number) => open(rowAt(index)?.url) };
}

interface Beside {
  /** The URL of the row the keyboard is at, '' for none. */
  readonly picked: string;
  readonly view: number | undefined;
  readonly onUrl: (url: string) => void;
  readonly onIndex: (index: number) => void;
}

/** Keeps the selected row and the inspected URL together; gives what opens the inspector on a URL. */
function useInspectorBeside({ picked, view, onUrl, onIndex }: Beside): (url: string | undefined) => void {
  const nav = useNav();
  const { go } = useActions();
  const inspectedUrl = nav.inspectorOpen ? (inspectedOf(nav)?.url ?? '') : '';
  const followed = useRef('');
  useEffect(() => {
    if (inspectedUrl === '' || inspectedUrl === followed.current) return;
    followed.current = inspectedUrl;
    onUrl(inspectedUrl);
    if (view === undefined) return;
    // A selection that cannot be found stays where it is; the list itself reports what is wrong.
    client.call('urls.position', { view, url: inspectedUrl }).then(onIndex, () => undefined);
  }, [inspectedUrl, view, onUrl, onIndex]);
  useEffect(() => {
    if (!nav.inspectorOpen || picked === '' || picked === followed.current) return;
    const timer = setTimeout(() => {
      followed.current = picked;
      go({ do: 'inspect', url: picked });
    }, followMs);
    return () => clearTimeout(timer);
  }, [picked, nav.inspectorOpen, go]);
  return url => {
    if (!url) return;
    followed.current = url;
    go({ do: 'inspect', url });
  };
}
