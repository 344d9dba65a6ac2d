import { useCallback, useMemo, useState } from 'react';
import type { IssueGroup } from '#shared/model/issues.ts';
import { client } from '../../bridge/client.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { foreignText } from '../../ui/text/foreign.tsx';
import { countWords, shortUrl } from '../../ui/text/format.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { SideBySide } from './side-by-side.tsx';

interface Props {
  readonly check: string;
  /** Lists the URLs of a group. */
  readonly onList: (group: string) => void;
}

/** Groups of duplicates, largest first; two members of the selected one stand side by side. */
export function DuplicateGroups({ check, onList }: Props) {
  const base = useStatus()?.seeds[0] ?? '';
  const [picked, setPicked] = useState<IssueGroup | null>(null);
  const load = useCallback((from: number, limit: number) => client.call('issues.groups', { check, from, limit }), [check]);
  const list = useBlocks<IssueGroup>(load);
  const columns = useMemo<readonly GridColumn<IssueGroup>[]>(
    () => [
      { key: 'size', label: 'Pages', width: 64, end: true, cell: row => countWords(row.size) },
      { key: 'found', label: 'Found', width: 240, cell: row => foreignText(row.found), hint: row => visibleText(row.found) },
      {
        key: 'urls',
        label: 'First pages',
        width: 240,
        grow: true,
        cell: row => foreignText(row.urls.map(url => shortUrl(url, base)).join('   ')),
      },
    ],
    [base],
  );
  const group = picked ?? list.rowAt(0) ?? null;
  return (
    <div className="duplicates">
      <BlockList
        label="Groups of duplicates"
        testId="duplicate-groups"
        list={list}
        columns={columns}
        what="The groups"
        onSelect={setPicked}
        onOpen={setPicked}
      />
      {group && <SideBySide key={group.group} group={group} onList={() => onList(group.group)} />}
    </div>
  );
}
