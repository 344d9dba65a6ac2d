import type { ReactElement, ReactNode } from 'react';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { ContextMenuArea } from '../../ui/menu.tsx';
import { countWords } from '../../ui/text/format.ts';

interface Props {
  /** The row that has the keyboard, -1 for none. */
  readonly selected: number;
  /** How many rows are selected. */
  readonly many: number;
  readonly urlAt: (index: number) => string | undefined;
  readonly isSelected: (index: number) => boolean;
  readonly onSelect: (index: number) => void;
  readonly onInspect: (index: number) => void;
  readonly onCopy: (index: number) => void;
  readonly onAssert: () => void;
  /** The element around the table. */
  readonly render: ReactElement<Record<string, unknown>>;
  readonly children: ReactNode;
}

/** Index in the list of the row that contains an element; -1 for none. */
const rowOf = (element: Element): number => Number(element.closest('.grid-row')?.getAttribute('aria-rowindex') ?? 1) - 2;

/** What can be done with the selected rows, by right click or by the menu key. */
export function RowMenu({ selected, many, urlAt, isSelected, onSelect, onInspect, onCopy, onAssert, render, children }: Props) {
  const { toast } = useActions();
  const visit = (): void => {
    const url = urlAt(selected);
    if (url === undefined) return;
    client.call('shell.openExternal', { url }).catch((error: unknown) => toast(messageOf(error), 'problem'));
  };
  const place = (under: Element): boolean => {
    const row = rowOf(under);
    // The menu key: the table has the keyboard, and the menu is for its row.
    if (row < 0) return under.matches('.grid') && selected >= 0;
    if (!isSelected(row)) onSelect(row);
    return true;
  };
  const isOne = many <= 1;
  return (
    <ContextMenuArea
      testId="row-menu"
      onOpen={place}
      render={render}
      groups={[
        {
          items: [
            { label: 'Inspect', keys: 'Enter', disabled: !isOne, onPick: () => onInspect(selected) },
            { label: 'Open in your browser', disabled: !isOne, onPick: visit },
          ],
        },
        {
          items: [
            {
              label: isOne ? 'Copy URL' : `Copy ${countWords(many)} rows`,
              keys: 'Ctrl C',
              onPick: () => onCopy(selected),
            },
            { label: 'Add to the assertions', keys: 'Ctrl Shift A', onPick: onAssert },
          ],
        },
      ]}
    >
      {children}
    </ContextMenuArea>
  );
}
