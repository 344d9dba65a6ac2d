import { useCallback, useMemo, useState } from 'react';
import { mostIgnoredUrls } from '#shared/model/audit-settings.ts';
import type { IssueGroup } from '#shared/model/issues.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useStatus } from '../../bridge/hooks.ts';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { foreignText } from '../../ui/text/foreign.tsx';
import { countWords, shortUrl } from '../../ui/text/format.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { toast } from '../../ui/toast.ts';
import { SideBySide } from './side-by-side.tsx';

interface Props {
  readonly check: string;
  /** Lists the URLs of a group. */
  readonly onList: (group: string) => void;
  /** Ignores the check on all members of a group. */
  readonly onIgnore: (urls: readonly string[]) => void;
}

/** URLs that are read at once. */
const page = 1_000;

/** The members of a group that are not ignored yet, as many as a rule can have. */
async function membersOf(check: string, group: string): Promise<readonly string[]> {
  const urls: string[] = [];
  for (;;) {
    const wish = { check, group, show: 'open', sort: 'url', descending: false, from: urls.length, limit: page } as const;
    const { total, rows } = await client.call('issues.urls', wish);
    urls.push(...rows.map(({ url }) => url));
    if (rows.length === 0 || urls.length >= Math.min(total, mostIgnoredUrls)) return urls.slice(0, mostIgnoredUrls);
  }
}

/** Groups of duplicates, largest first; two members of the selected one are shown side by side. */
export function DuplicateGroups({ check, onList, onIgnore }: Props) {
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
      {group && (
        <SideBySide
          key={group.group}
          group={group}
          onList={() => onList(group.group)}
          onIgnore={() =>
            void membersOf(check, group.group).then(onIgnore, (error: unknown) =>
              toast(`The pages of the group could not be read: ${messageOf(error)}`, 'problem'),
            )
          }
        />
      )}
    </div>
  );
}
