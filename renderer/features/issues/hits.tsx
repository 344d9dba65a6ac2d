import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import type { HitsShown, IssueUrl } from '#shared/model/issues.ts';
import type { UrlColumnKey } from '#shared/model/url-columns.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import type { ExportOffer } from '../../bridge/export-offers.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { untilWords } from '../../domain/ignore-words.ts';
import { sinceTone, sinceWords } from '../../domain/trend.tsx';
import { urlColumn } from '../../domain/url-column.tsx';
import type { CheckFound } from '../../domain/use-issues.ts';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { foreignText } from '../../ui/text/foreign.tsx';
import { countWords, statusTone } from '../../ui/text/format.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { Chips } from './check-filter.tsx';
import { DuplicateGroups } from './duplicate-groups.tsx';
import { HitMenu } from './hit-menu.tsx';
import { type Ignoring, newRule } from './ignoring.ts';

/** The inspector follows when a key rests this long, so that holding an arrow key stays smooth. */
const followMs = 120;

const given = (value: number | null | undefined): string => (value === null || value === undefined ? '' : countWords(value));

interface Shows {
  readonly groups: boolean;
  readonly ignored: boolean;
  readonly since: boolean;
}

function columnsOf(base: string, shows: Shows): readonly GridColumn<IssueUrl>[] {
  return [
    { ...urlColumn<IssueUrl>({ urlOf: row => row.url, width: 220, base }), sortable: true },
    ...(shows.since
      ? [
          {
            key: 'since',
            label: 'Change',
            about: 'New, persisting, fixed or gone since the earlier crawl.',
            width: 92,
            sortable: false,
            cell: (row: IssueUrl) => (row.since ? sinceWords[row.since] : ''),
            tone: (row: IssueUrl) => (row.since ? sinceTone[row.since] : ''),
          },
        ]
      : []),
    ...(shows.ignored
      ? [
          {
            key: 'ignored',
            label: 'Ignored',
            about: 'The note and the last day of the rule that sets the hit aside.',
            width: 230,
            sortable: false,
            cell: (row: IssueUrl) => foreignText(ignoredWords(row)),
            hint: (row: IssueUrl) => visibleText(ignoredWords(row)),
          },
        ]
      : []),
    {
      key: 'found',
      label: 'Found',
      about: 'The first piece of evidence. The inspector shows all.',
      width: 200,
      sortable: false,
      cell: row => foreignText(row.items > 1 ? `${row.found} and ${row.items - 1} more` : row.found),
      hint: row => visibleText(row.found),
    },
    ...(shows.groups
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
    { key: 'inlinks', label: 'Links in', width: 86, end: true, cell: row => given(row.row?.inlinks) },
    { key: 'title', label: 'Title', width: 180, cell: row => foreignText(row.row?.title ?? '') },
    { key: 'reason', label: 'Decision', width: 150, cell: row => (row.row ? titleOf(row.row.reason) : '') },
  ];
}

/** 'Landing pages (until 2027-01-31)', '' for a hit that no rule sets aside. */
const ignoredWords = ({ ignored }: IssueUrl): string =>
  ignored ? `${ignored.note || 'No note'} (${untilWords(ignored.until)})` : '';

const showWords: Readonly<Record<HitsShown, string>> = {
  open: 'Hits',
  new: 'New only',
  fixed: 'Fixed',
  gone: 'Gone',
  ignored: 'Ignored',
  all: 'All',
};

interface Props {
  readonly check: CheckFound;
  readonly wanted: HitsShown;
  readonly setShow: (show: HitsShown) => void;
  readonly onIgnoring: (dialog: Ignoring) => void;
}

/** Which lists a check has, besides its hits. */
const showsOf = ({ counted, trend }: CheckFound): readonly HitsShown[] => [
  'open',
  ...(trend && trend.new > trend.newIgnored ? (['new'] as const) : []),
  ...(trend && trend.fixed > 0 ? (['fixed'] as const) : []),
  ...(trend && trend.gone > 0 ? (['gone'] as const) : []),
  ...(counted.hasIgnored ? (['ignored', 'all'] as const) : []),
];

/** The URLs that a check hit. A check of duplicates also has its groups. */
export function Hits({ check, wanted, setShow, onIgnoring }: Props) {
  const { id, counted, trend } = check;
  const [group, setGroup] = useState<string | null>(null);
  const [shown, setShown] = useState<'urls' | 'groups'>('urls');
  const groups = useGroups(id, counted.isHit);
  const shows = showsOf(check);
  const show = shows.includes(wanted) ? wanted : 'open';
  if (!counted.isHit && shows.length === 1)
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
        {shows.length > 1 && shown === 'urls' && (
          <Chips label="Which hits" options={shows} chosen={show} wordOf={each => showWords[each]} onChoose={setShow} />
        )}
        <span className="spacer" />
        <ExportButton label="Export URLs…" offer={offerOf(check, show, group)} />
        <ExportButton label="Export evidence…" offer={evidenceOffer(check, show, group)} />
      </div>
      {isGrouped && shown === 'groups' ? (
        <DuplicateGroups
          check={id}
          onIgnore={urls => onIgnoring(newRule(id, { kind: 'urls', urls }))}
          onList={name => {
            setGroup(name);
            setShown('urls');
          }}
        />
      ) : (
        <HitList
          key={`${show} ${group ?? ''}`}
          check={id}
          show={show}
          group={group}
          shows={{ groups: isGrouped && group === null, ignored: show === 'ignored' || show === 'all', since: trend !== null }}
          onIgnoring={onIgnoring}
        />
      )}
    </>
  );
}

/** The hits as the export dialog offers them. Without their number, because a count of hits is never shown alone. */
const offerOf = ({ id, name }: CheckFound, show: HitsShown, group: string | null): ExportOffer => ({
  label: `URLs with the issue “${name}”`,
  list: { kind: 'issue-urls', check: id, show, group, sort: 'inlinks', descending: true },
  count: null,
  shown: null,
});

/** The same hits, each with its pieces of evidence as rows. */
const evidenceOffer = ({ id, name }: CheckFound, show: HitsShown, group: string | null): ExportOffer => ({
  label: `Evidence of the issue “${name}”`,
  list: { kind: 'issue-evidence', check: id, show, group },
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
  readonly show: HitsShown;
  readonly group: string | null;
  readonly shows: Shows;
  readonly onIgnoring: (dialog: Ignoring) => void;
}

const emptyWords: Readonly<Partial<Record<HitsShown, string>>> = {
  open: 'All hits of this check are ignored, or the file changed and there are none any more.',
};

function HitList({ check, show, group, shows, onIgnoring }: ListProps) {
  const [selected, setSelected] = useState<IssueUrl | null>(null);
  const { go } = useActions();
  const { inspectorOpen } = useNav();
  const base = useStatus()?.seeds[0] ?? '';
  const [sort, setSort] = useState<{ readonly key: UrlColumnKey; readonly descending: boolean }>({
    key: 'inlinks',
    descending: true,
  });
  const load = useCallback(
    (from: number, limit: number) =>
      client.call('issues.urls', { check, show, group, sort: sort.key, descending: sort.descending, from, limit }),
    [check, show, group, sort],
  );
  const list = useBlocks<IssueUrl>(load);
  const { groups, ignored, since } = shows;
  const columns = useMemo(() => columnsOf(base, { groups, ignored, since }), [base, groups, ignored, since]);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = ({ url }: IssueUrl): void => go({ do: 'inspect-issue', url, check });
  return (
    <HitMenu
      check={check}
      base={base}
      rowAt={list.rowAt}
      selected={selected}
      onInspect={open}
      onIgnoring={onIgnoring}
      render={
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back to the checks
        <div
          className="under filled"
          onKeyDown={event => {
            if (event.key === 'Escape' && !inspectorOpen)
              event.currentTarget.closest('.split')?.querySelector<HTMLElement>('.list-row[aria-current="true"]')?.focus();
          }}
        />
      }
    >
      <BlockList
        label="URLs that the check hit"
        testId="issue-urls"
        list={list}
        columns={columns}
        what="The URLs"
        empty={emptyWords[show] ?? 'The file changed, and there are no such URLs any more.'}
        onOpen={open}
        onSelect={row => {
          setSelected(row);
          clearTimeout(timer.current);
          if (inspectorOpen) timer.current = window.setTimeout(() => open(row), followMs);
        }}
        sort={sort}
        onSort={(key, reversed) =>
          setSort(old => ({ key: key as UrlColumnKey, descending: old.key === key ? !old.descending : reversed }))
        }
      />
    </HitMenu>
  );
}
