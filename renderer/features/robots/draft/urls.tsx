import { useCallback, useState } from 'react';
import type { ReplayDifference, ReplayUrl } from '#shared/model/replay.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { useBlocks } from '../../../ui/grid/use-blocks.ts';
import { type GridColumn, VirtualGrid } from '../../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural, shortUrl } from '../../../ui/text/format.ts';
import { causeKey, changes, type DraftPick } from './words.ts';

interface Props {
  readonly found: ReplayDifference;
  readonly origin: string;
  readonly pick: DraftPick;
  readonly onClose: () => void;
}

const lineWords = (line: number): string => (line === 0 ? 'no line decides' : `line ${line}`);
const verdict = { true: 'allowed', false: 'blocked', null: 'undecided' } as const;
const says = (allowed: boolean | null, line: number) => {
  const word = verdict[String(allowed) as keyof typeof verdict];
  return <span title={`${word}, ${lineWords(line)}`}>{line === 0 ? word : `${word} :${line}`}</span>;
};
const tones = {
  newlyBlocked: 'tone-bad',
  newlyAllowed: 'tone-ok',
  undecided: 'tone-warn',
  otherLine: '',
  unchanged: '',
} as const;

/** URLs of one kind of change, one edit, one section, or those nothing leads to any more. */
export function DraftUrls({ found, origin, pick, onClose }: Props) {
  const { go } = useActions();
  const [selected, setSelected] = useState(-1);
  const { handle, causes } = found;
  const cause = pick.kind === 'cause' ? causes.findIndex(each => causeKey(each) === pick.key) : -1;
  const change = pick.kind === 'change' ? pick.change : null;
  const section = pick.kind === 'section' ? pick.section : null;
  const { kind } = pick;
  const isGone = kind === 'cause' && cause < 0;
  const load = useCallback(
    async (from: number, limit: number) => {
      if (isGone) return { total: 0, rows: [] };
      if (kind === 'lost') {
        const lost = await client.call('replay.discovery', { handle, from, limit });
        return { total: lost.total ?? 0, rows: lost.rows };
      }
      return client.call('replay.urls', { handle, change, cause: cause < 0 ? null : cause, section, from, limit });
    },
    [handle, kind, change, cause, section, isGone],
  );
  const { total, rowAt, onRange, error, retry } = useBlocks<ReplayUrl>(load);
  const columns: readonly GridColumn<ReplayUrl>[] = [
    {
      key: 'url',
      label: 'URL',
      width: 140,
      grow: true,
      cell: ({ url }) => <Foreign title={url} text={shortUrl(url, `${origin}/`)} />,
    },
    { key: 'before', label: 'Stored :line', width: 92, cell: row => says(row.before, row.oldLine) },
    {
      key: 'after',
      label: 'Draft :line',
      width: 92,
      cell: row => <span className={tones[row.change]}>{says(row.after, row.newLine)}</span>,
    },
    { key: 'inlinks', label: 'Inlinks', width: 60, end: true, cell: row => countWords(row.inlinks) },
    { key: 'depth', label: 'Depth', width: 58, end: true, cell: row => (row.depth === null ? '–' : countWords(row.depth)) },
    { key: 'sitemap', label: 'Sitemap', width: 76, cell: row => (row.inSitemap ? 'yes' : '') },
  ];
  const open = (index: number): void => {
    const row = rowAt(index);
    if (row) go({ do: 'inspect', url: row.url });
  };
  return (
    <section
      className="url-side"
      aria-label="URLs of the change"
      data-testid="draft-urls-panel"
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <header className="url-side-head">
        <h3 className="num">
          {total === undefined ? 'URLs' : plural(total, 'URL')}: {titleOf(pick, found, cause)}
        </h3>
        <button type="button" className="btn quiet small" aria-label="Close the list" title="Close (Esc)" onClick={onClose}>
          ✕
        </button>
      </header>
      {error && <Problem text={`The URLs could not be read: ${error}`} retry={retry} />}
      {total === 0 ? (
        <div className="empty">None any more.</div>
      ) : (
        <VirtualGrid
          label="URLs of the change"
          testId="draft-urls"
          columns={columns}
          count={total ?? 0}
          rowAt={rowAt}
          onRange={onRange}
          selected={selected}
          onSelect={setSelected}
          onOpen={open}
        />
      )}
    </section>
  );
}

function titleOf(pick: DraftPick, { causes }: ReplayDifference, at: number) {
  switch (pick.kind) {
    case 'change':
      return changes.find(({ name }) => name === pick.change)?.label.toLowerCase();
    case 'cause': {
      const cause = causes[at];
      return cause ? (
        <Foreign className="mono" text={cause.newText || cause.oldText || 'another answer'} />
      ) : (
        'this edit is undone'
      );
    }
    case 'section':
      return (
        <>
          changed in <Foreign className="mono" text={pick.section} />
        </>
      );
    case 'lost':
      return 'may be fetched, but nothing leads there';
  }
}
