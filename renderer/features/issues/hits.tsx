import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import type { IssueUrl } from '#shared/model/issues.ts';
import type { UrlColumnKey } from '#shared/model/url-columns.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import type { ExportOffer } from '../../bridge/export-offers.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { urlColumn } from '../../domain/url-column.tsx';
import type { CheckFound } from '../../domain/use-issues.ts';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { foreignText } from '../../ui/text/foreign.tsx';
import { countWords, statusTone } from '../../ui/text/format.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { DuplicateGroups } from './duplicate-groups.tsx';

/** Holding an arrow key stays smooth: the inspector follows when the key rests this long. */
const followMs = 120;

const given = (value: number | null | undefined): string => (value === null || value === undefined ? '' : countWords(value));

function columnsOf(base: string, grouped: boolean): readonly GridColumn<IssueUrl>[] {
  return [
    { ...urlColumn<IssueUrl>({ urlOf: row => row.url, width: 220, base }), sortable: true },
    {
      key: 'found',
      label: 'Found',
      about: 'The first piece of evidence. The inspector shows all.',
      width: 200,
      sortable: false,
      cell: row => foreignText(row.items > 1 ? `${row.found} (+${row.items - 1})` : row.found),
      hint: row => visibleText(row.found),
    },
    ...(grouped
      ? [{ key: 'group', label: 'Group', width: 64, sortable: false, cell: (row: IssueUrl) => row.group.split('#').at(-1) ?? '' }]
      : []),
    {
      key: 'status',
      label: 'Status',
      width: 64,
      end: true,
      cell: row => String(row.row?.status ?? '–'),
      tone: row => `tone-${statusTone(row.row?.status ?? null)}`,
    },
    { key: 'depth', label: 'Depth', width: 60, end: true, cell: row => given(row.row?.depth) },
    { key: 'inlinks', label: 'Links in', width: 78, end: true, cell: row => given(row.row?.inlinks) },
    { key: 'title', label: 'Title', width: 180, cell: row => foreignText(row.row?.title ?? '') },
    { key: 'reason', label: 'Decision', width: 150, cell: row => (row.row ? titleOf(row.row.reason) : '') },
  ];
}

/** The URLs that a check hit. A check of duplicates also has its groups. */
export function Hits({ check }: { readonly check: CheckFound }) {
  const { id, counted } = check;
  const [group, setGroup] = useState<string | null>(null);
  const [shown, setShown] = useState<'urls' | 'groups'>('urls');
  const groups = useGroups(id, counted.isHit);
  if (!counted.isHit)
    return (
      <div className="empty" data-testid="no-hits">
        {counted.isChecked ? `Nothing wrong here: ${counted.words}.` : `This check found nothing to check: ${counted.words}.`}
      </div>
    );
  const isGrouped = groups > 0;
  return (
    <>
      <div className="toolbar toolbar-line">
        {isGrouped &&
          (['urls', 'groups'] as const).map(name => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === shown}
              onClick={() => {
                setShown(name);
                setGroup(null);
              }}
            >
              {name === 'urls' ? 'URLs' : `Groups (${countWords(groups)})`}
            </button>
          ))}
        {group !== null && <span className="muted">Only group {group.split('#').at(-1)}</span>}
        <span className="spacer" />
        <ExportButton offer={offerOf(check, group)} />
      </div>
      {isGrouped && shown === 'groups' ? (
        <DuplicateGroups
          check={id}
          onList={name => {
            setGroup(name);
            setShown('urls');
          }}
        />
      ) : (
        <HitList key={group ?? ''} check={id} group={group} isGrouped={isGrouped} />
      )}
    </>
  );
}

/** The hits as the export dialog offers them. How many there are is not said: a count of hits never stands alone. */
const offerOf = ({ id, name }: CheckFound, group: string | null): ExportOffer => ({
  label: `URLs with the issue “${name}”`,
  list: { kind: 'issue-urls', check: id, show: 'open', group, sort: 'inlinks', descending: true },
  count: null,
  shown: null,
});

/** How many groups of duplicates a check has; 0 for other checks. */
function useGroups(check: string, wanted: boolean): number {
  const [groups, setGroups] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    let ended = false;
    client.call('issues.groups', { check, from: 0, limit: 1 }).then(
      ({ total }) => ended || setGroups(total),
      // The list of URLs says what is wrong.
      () => undefined,
    );
    return () => {
      ended = true;
    };
  }, [check, wanted]);
  return groups;
}

interface ListProps {
  readonly check: string;
  readonly group: string | null;
  readonly isGrouped: boolean;
}

function HitList({ check, group, isGrouped }: ListProps) {
  const { go } = useActions();
  const { inspectorOpen } = useNav();
  const base = useStatus()?.seeds[0] ?? '';
  const [sort, setSort] = useState<{ readonly key: UrlColumnKey; readonly descending: boolean }>({
    key: 'inlinks',
    descending: true,
  });
  const load = useCallback(
    (from: number, limit: number) =>
      client.call('issues.urls', { check, show: 'open', group, sort: sort.key, descending: sort.descending, from, limit }),
    [check, group, sort],
  );
  const list = useBlocks<IssueUrl>(load);
  const columns = useMemo(() => columnsOf(base, isGrouped && group === null), [base, isGrouped, group]);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = ({ url }: IssueUrl): void => go({ do: 'inspect-issue', url, check });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back to the checks
    <div
      className="under filled"
      onKeyDown={event => {
        if (event.key === 'Escape' && !inspectorOpen)
          event.currentTarget.closest('.split')?.querySelector<HTMLElement>('.list-row[aria-current="true"]')?.focus();
      }}
    >
      <BlockList
        label="URLs that the check hit"
        testId="issue-urls"
        list={list}
        columns={columns}
        what="The URLs"
        empty="The file changed, and the check no longer hits any URL."
        onOpen={open}
        onSelect={row => {
          clearTimeout(timer.current);
          if (inspectorOpen) timer.current = window.setTimeout(() => open(row), followMs);
        }}
        sort={sort}
        onSort={(key, reversed) =>
          setSort(old => ({ key: key as UrlColumnKey, descending: old.key === key ? !old.descending : reversed }))
        }
      />
    </div>
  );
}
