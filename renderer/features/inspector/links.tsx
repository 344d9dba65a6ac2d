import { useCallback, useMemo, useState } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import type { LinkRow } from '#shared/model/explanation.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { urlColumn } from '../../domain/url-column.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../ui/grid/virtual-grid.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural, statusTone } from '../../ui/text/format.ts';
import { LinkDetails } from './link-details.tsx';

type Direction = 'in' | 'out';

/** Links to and from a URL. A row opens the other end; its place opens the tag in the source. */
export function Links({ url, link }: { readonly url: string; readonly link: number }) {
  const [direction, setDirection] = useState<Direction>(link < 0 ? 'in' : 'out');
  const at = useMemo(() => ({ row: link }), [link]);
  const [shown, setShown] = useState<{ readonly from: string; readonly seq: number } | null>(
    link < 0 ? null : { from: url, seq: link },
  );
  const { go } = useActions();
  const load = useCallback(
    (from: number, limit: number) => client.call('url.links', { url, direction, from, limit }),
    [url, direction],
  );
  const list = useBlocks<LinkRow>(load);
  const otherOf = useCallback((row: LinkRow) => (direction === 'in' ? row.from : row.to), [direction]);
  const columns = useMemo<readonly GridColumn<LinkRow>[]>(
    () => [
      urlColumn({ urlOf: otherOf, label: direction === 'in' ? 'From' : 'To', width: 136, base: url }),
      { key: 'text', label: 'Text', width: 110, cell: row => <Foreign title={row.text} text={row.text} /> },
      {
        key: 'place',
        label: 'Tag',
        width: 76,
        cell: row =>
          row.end > 0 ? (
            <button
              type="button"
              tabIndex={-1}
              className="link"
              title={row.rendered ? 'Show the tag in the rendered document' : 'Show the tag in the source'}
              onClick={event => {
                event.stopPropagation();
                const { from, start, end } = row;
                if (row.rendered) go({ do: 'rendered', url: from, start, end });
                else go({ do: 'open', target: { view: 'source', url: from, start, end } });
              }}
            >
              {row.kind}
            </button>
          ) : (
            row.kind
          ),
      },
      {
        key: 'details',
        label: '',
        width: 30,
        cell: row => (
          <button
            type="button"
            tabIndex={-1}
            className="link"
            aria-label="Show how the address became this URL"
            title="Show how the address became this URL"
            onClick={event => {
              event.stopPropagation();
              setShown({ from: row.from, seq: row.seq });
            }}
          >
            ⋯
          </button>
        ),
      },
      { key: 'rel', label: 'rel', width: 46, cell: row => <Foreign text={row.rel} /> },
      {
        key: 'status',
        label: 'Status',
        width: 60,
        end: true,
        cell: row => <span className={`tone-${statusTone(row.status)}`}>{row.status ?? '–'}</span>,
      },
      { key: 'reason', label: 'Decision', width: 150, cell: row => titleOf(row.reason) },
    ],
    [direction, otherOf, go, url],
  );
  const titles = { in: 'Links to this URL', out: 'Links on this page' } as const;
  return (
    <div className="filled">
      <div className="toolbar toolbar-line">
        {(['in', 'out'] as const).map(name => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={name === direction}
            onClick={() => {
              setDirection(name);
              setShown(null);
            }}
          >
            {titles[name]}
          </button>
        ))}
        <span className="count muted num">{list.total === undefined ? '' : plural(list.total, 'link')}</span>
        <ExportButton
          offer={{
            label: `${titles[direction]}: ${url}`,
            list: { kind: 'links', url, direction },
            count: list.total ?? null,
            shown: null,
          }}
        />
      </div>
      <BlockList
        key={direction}
        label={titles[direction]}
        testId="link-grid"
        list={list}
        columns={columns}
        what="The links"
        {...(direction === 'out' ? { at } : {})}
        empty={direction === 'in' ? 'No known page links to this URL.' : 'No link was found on this page.'}
        onOpen={row => go({ do: 'open', target: { view: 'url', url: otherOf(row) } })}
        onSelect={row => setShown({ from: row.from, seq: row.seq })}
      />
      {shown && <LinkDetails url={shown.from} seq={shown.seq} onClose={() => setShown(null)} />}
    </div>
  );
}
