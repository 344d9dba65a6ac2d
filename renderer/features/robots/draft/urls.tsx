import { useCallback } from 'react';
import type { ReplayDifference, ReplayUrl } from '#shared/model/replay.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { ExportButton } from '../../../domain/export-button.tsx';
import { urlColumn } from '../../../domain/url-column.tsx';
import { BlockList } from '../../../ui/grid/block-list.tsx';
import { useBlocks } from '../../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../../ui/grid/virtual-grid.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import { UrlSide } from '../url-side.tsx';
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
  const list = useBlocks<ReplayUrl>(load);
  const columns: readonly GridColumn<ReplayUrl>[] = [
    urlColumn({ urlOf: ({ url }) => url, width: 140, base: `${origin}/` }),
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
  const what = list.total === undefined ? 'URLs' : plural(list.total, 'URL');
  return (
    <UrlSide
      label="URLs of the change"
      testId="draft-urls-panel"
      title={
        <>
          {what}: {titleOf(pick, found, cause)}
        </>
      }
      onClose={onClose}
    >
      <div className="toolbar toolbar-line">
        <ExportButton
          label="Export these URLs…"
          disabled={isGone}
          offer={{
            label: 'Changed URLs of the draft',
            list:
              kind === 'lost'
                ? { kind: 'undiscoverable', handle }
                : { kind: 'replay', handle, change, cause: cause < 0 ? null : cause, section },
            count: list.total ?? null,
            shown: null,
          }}
        />
      </div>
      <BlockList
        label="URLs of the change"
        testId="draft-urls"
        list={list}
        columns={columns}
        what="The URLs"
        empty="None left."
        onOpen={({ url }) => go({ do: 'inspect', url })}
      />
    </UrlSide>
  );
}

function titleOf(pick: DraftPick, { causes }: ReplayDifference, at: number) {
  switch (pick.kind) {
    case 'change':
      return changes.find(({ name }) => name === pick.change)?.label.toLowerCase();
    case 'cause': {
      const cause = causes[at];
      return cause ? (
        <Foreign className="mono" text={cause.newText || cause.oldText || 'another response'} />
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
      return 'may be fetched, but no link leads to them';
  }
}
