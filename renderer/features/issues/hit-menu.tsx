import { type ReactElement, type ReactNode, useState } from 'react';
import type { IssueUrl } from '#shared/model/issues.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { changeAudit } from '../../domain/audit-changes.ts';
import { folderOf } from '../../domain/ignore-words.ts';
import { ContextMenuArea, type MenuGroup } from '../../ui/menu.tsx';
import { shortUrl } from '../../ui/text/format.ts';
import { toast } from '../../ui/toast.ts';
import { type Ignoring, newRule } from './ignoring.ts';

interface Props {
  readonly check: string;
  readonly base: string;
  readonly rowAt: (index: number) => IssueUrl | undefined;
  /** The row that has the keyboard. */
  readonly selected: IssueUrl | null;
  readonly onInspect: (row: IssueUrl) => void;
  readonly onIgnoring: (dialog: Ignoring) => void;
  readonly render: ReactElement<Record<string, unknown>>;
  readonly children: ReactNode;
}

/** What can be done with a hit, by right click or by the menu key. */
export function HitMenu({ check, base, rowAt, selected, onInspect, onIgnoring, render, children }: Props) {
  const [row, setRow] = useState<IssueUrl | null>(null);
  const place = (under: Element): boolean => {
    const index = Number(under.closest('.grid-row')?.getAttribute('aria-rowindex') ?? 1) - 2;
    const found = index >= 0 ? (rowAt(index) ?? null) : under.matches('.grid') ? selected : null;
    setRow(found);
    return found !== null;
  };
  return (
    <ContextMenuArea
      testId="hit-menu"
      onOpen={place}
      render={render}
      groups={row ? groupsOf(row, { check, base, onInspect, onIgnoring }) : []}
    >
      {children}
    </ContextMenuArea>
  );
}

function groupsOf(
  row: IssueUrl,
  { check, base, onInspect, onIgnoring }: Pick<Props, 'check' | 'base' | 'onInspect' | 'onIgnoring'>,
): readonly MenuGroup[] {
  const { url, ignored } = row;
  const folder = folderOf(url);
  const urls = { kind: 'urls', urls: [url] } as const;
  return [
    { items: [{ label: 'Inspect', keys: 'Enter', onPick: () => onInspect(row) }] },
    {
      items: ignored
        ? [
            { label: 'Edit the ignore rule…', note: ignored.note, onPick: () => void edit(ignored.id, onIgnoring) },
            { label: 'Remove the ignore rule', testId: 'menu-unignore', onPick: () => void unignore(ignored.id) },
          ]
        : [
            { label: 'Ignore this hit…', testId: 'menu-ignore-hit', onPick: () => onIgnoring(newRule(check, urls)) },
            {
              label: `Ignore this check below ${shortUrl(folder, base)}…`,
              testId: 'menu-ignore-folder',
              onPick: () => onIgnoring(newRule(check, { kind: 'prefix', prefix: folder })),
            },
            { label: 'Ignore every check on this URL…', onPick: () => onIgnoring(newRule('', urls)) },
          ],
    },
    { items: [{ label: 'Ignore rules…', onPick: () => onIgnoring({ open: 'rules' }) }] },
  ];
}

const findRule = async (id: number) => {
  const { rules } = await client.call('issues.settings', {});
  return rules.find(rule => rule.id === id) ?? null;
};

async function edit(id: number, onIgnoring: Props['onIgnoring']): Promise<void> {
  try {
    const rule = await findRule(id);
    if (rule === null) {
      toast('This ignore rule does not exist any more.', 'problem');
      return;
    }
    const { check, where, note, until, addedBy } = rule;
    onIgnoring({ open: 'rule', id, start: { check, where, note, until, addedBy } });
  } catch (error) {
    toast(`The ignore rule could not be read: ${messageOf(error)}`, 'problem');
  }
}

/** Removes the rule of a hit, with an offer to put it back. */
async function unignore(id: number): Promise<void> {
  try {
    const rule = await findRule(id);
    if (rule === null) return;
    const { check, where, note, until, addedBy } = rule;
    await changeAudit({
      change: { do: 'remove', ids: [id] },
      done: 'The ignore rule was removed.',
      undo: () => ({ do: 'add', rules: [{ check, where, note, until, addedBy }] }),
    });
  } catch (error) {
    toast(`The ignore rule was not removed: ${messageOf(error)}`, 'problem');
  }
}
