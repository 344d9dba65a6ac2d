import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GraphMaking } from '#shared/model/graph.ts';
import { type GraphListId, graphListInfo } from '#shared/model/graph-lists.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import { plural } from '../../ui/text/format.ts';
import { type GraphRow, graphColumns } from './graph-columns.tsx';
import { GraphmlButton } from './graphml-button.tsx';
import { ListProgress, ListStopped } from './list-progress.tsx';

/** The inspector follows when a key rests this long, so that holding an arrow key stays smooth. */
const followMs = 120;

const emptyWords: Readonly<Record<GraphListId, string>> = {
  tree: 'No internal URL is stored.',
  chains: 'No URL of this crawl redirects.',
  orphans: 'Every internal URL has a link to it, and a path from a start URL.',
  scores: 'No internal URL is stored.',
  dominators: 'No URL depends on another one.',
  canonicals: 'No page names another URL as canonical.',
  hreflang: 'No page names a version in another language.',
  anchors: 'No link leads to an internal URL.',
  'bad-links': 'No link leads to a broken, blocked, noindex or redirecting internal URL.',
};

/** The URL that a row is about: the one in the column `url`, or else the first one. */
function urlColumnOf(list: GraphListId): number {
  const { columns } = graphListInfo(list);
  const named = columns.findIndex(({ name }) => name === 'url');
  return named >= 0 ? named : columns.findIndex(({ kind }) => kind === 'url');
}

/** A list about links. A row opens its URL in the inspector. */
export function GraphList({ list: id }: { readonly list: GraphListId }) {
  const { go } = useActions();
  const { inspectorOpen } = useNav();
  const base = useStatus()?.seeds[0] ?? '';
  const info = graphListInfo(id);
  const [sort, setSort] = useState({ key: info.sort, descending: info.descending });
  const [note, setNote] = useState('');
  // The call for the rows fails when its work is stopped. That is no problem of the list.
  const [stopped, setStopped] = useState<GraphMaking | null>(null);
  const load = useCallback(
    async (from: number, limit: number) => {
      const found = await client.call('graph.list', {
        list: id,
        sort: sort.key,
        descending: sort.descending,
        from,
        limit,
        open: null,
      });
      setNote(found.note);
      return found;
    },
    [id, sort],
  );
  const list = useBlocks<GraphRow>(load);
  const columns = useMemo(() => graphColumns(id, base), [id, base]);
  const place = urlColumnOf(id);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = (row: GraphRow): void => {
    const url = row[place];
    if (typeof url === 'string' && url !== '') go({ do: 'inspect', url });
  };
  return (
    <>
      <div className="toolbar toolbar-line">
        <span className="muted num" data-testid="structure-count">
          {list.total === undefined
            ? list.error === '' && <ListProgress list={id} onStop={setStopped} />
            : plural(list.total, 'row')}
        </span>
        <span className="spacer" />
        <GraphmlButton />
        <ExportButton
          disabled={list.total === undefined}
          offer={{
            label: info.label,
            list: { kind: 'graph', list: id, sort: sort.key, descending: sort.descending },
            count: list.total ?? null,
            shown: null,
          }}
        />
      </div>
      {note !== '' && <p className="list-about tone-warn">{note}</p>}
      <div className="under filled">
        {stopped && list.error !== '' && list.total === undefined ? (
          <ListStopped
            state={stopped}
            again={() => {
              setStopped(null);
              list.retry();
            }}
          />
        ) : (
          <BlockList
            label={info.label}
            testId="structure-list"
            list={list}
            columns={columns}
            what="The rows"
            empty={emptyWords[id]}
            onOpen={open}
            onSelect={row => {
              clearTimeout(timer.current);
              if (inspectorOpen) timer.current = window.setTimeout(() => open(row), followMs);
            }}
            sort={sort}
            onSort={(key, reversed) => setSort(old => ({ key, descending: old.key === key ? !old.descending : reversed }))}
          />
        )}
      </div>
    </>
  );
}
