import { useCallback, useMemo, useState } from 'react';
import type { RenderRequestRow } from '#shared/model/rendering-view.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { BlockList } from '../../../ui/grid/block-list.tsx';
import { useBlocks } from '../../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../../ui/grid/virtual-grid.tsx';
import { Foreign, foreignText } from '../../../ui/text/foreign.tsx';
import { bytesWords, countWords, durationText, plural, shortUrl } from '../../../ui/text/format.ts';
import { detailWords, initiatorWords, outcomeTones, outcomeWords } from './rendered-words.ts';

interface Props {
  readonly rendering: number;
  readonly url: string;
  readonly dropped: number;
}

const choices = [
  ['all', 'All'],
  ['lost', 'Without a response'],
  ['blocked', 'Blocked'],
] as const;
type Choice = (typeof choices)[number][0];

/** The requests of a rendered page, in their order. */
export function PageRequests({ rendering, url, dropped }: Props) {
  const [only, setOnly] = useState<Choice>('all');
  const [shown, setShown] = useState<RenderRequestRow | null>(null);
  const load = useCallback(
    (from: number, limit: number) => client.call('rendering.requests', { rendering, only, from, limit }),
    [rendering, only],
  );
  const list = useBlocks(load);
  const columns = useMemo(() => columnsOf(url), [url]);
  return (
    <div className="filled">
      <div className="toolbar-line rendered-choice">
        {choices.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={only === name}
            data-testid={`rendered-requests-${name}`}
            onClick={() => {
              setOnly(name);
              setShown(null);
            }}
          >
            {label}
          </button>
        ))}
        <span className="muted num">
          {list.total === undefined ? '' : plural(list.total, 'request')}
          {dropped > 0 && `, ${countWords(dropped)} more past the limit`}
        </span>
      </div>
      <BlockList
        key={only}
        label="Requests of the rendered page"
        testId="rendered-requests"
        list={list}
        columns={columns}
        what="The requests"
        empty={only === 'all' ? 'The page sent no request.' : 'There is none.'}
        onOpen={setShown}
        onSelect={setShown}
      />
      {shown && <Details row={shown} url={url} onClose={() => setShown(null)} />}
    </div>
  );
}

const columnsOf = (url: string): readonly GridColumn<RenderRequestRow>[] => [
  { key: 'type', label: 'Type', width: 76, cell: row => foreignText(row.type) },
  { key: 'url', label: 'URL', width: 170, cell: row => <Foreign text={shortUrl(row.url, url)} title={row.url} /> },
  {
    key: 'outcome',
    label: 'Outcome',
    width: 88,
    cell: row => <span className={`tone-${outcomeTones[row.outcome]}`}>{outcomeWords[row.outcome]}</span>,
  },
  {
    key: 'robots',
    label: 'robots.txt',
    width: 88,
    cell: row => (row.robots === null ? '' : row.robots.line === 0 ? 'whole file' : `line ${row.robots.line}`),
  },
  { key: 'status', label: 'Status', width: 68, end: true, cell: row => row.status ?? '' },
  { key: 'bytes', label: 'Size', width: 74, end: true, cell: row => (row.outcome === 'answered' ? bytesWords(row.bytes) : '') },
  {
    key: 'took',
    label: 'Took',
    width: 68,
    end: true,
    cell: row => (row.endedMs === null ? '' : durationText(row.endedMs - row.startedMs)),
  },
  { key: 'initiator', label: 'Initiator', width: 220, cell: row => <Foreign text={initiatorWords(row.initiator, url)} /> },
];

/** One request, with its robots.txt line to open. */
function Details({ row, url, onClose }: { readonly row: RenderRequestRow; readonly url: string; readonly onClose: () => void }) {
  const { go } = useActions();
  const { robots } = row;
  return (
    <section className="link-details" data-testid="rendered-request" aria-label="Request">
      <header className="toolbar toolbar-line">
        <h3>
          {row.method} <Foreign text={row.type} />
        </h3>
        <span className="grow" />
        <button type="button" className="btn quiet small" aria-label="Close the request" onClick={onClose}>
          ✕
        </button>
      </header>
      <div className="pad selectable">
        <p className="mono wrap">
          {row.isStored ? (
            <button type="button" className="link" onClick={() => go({ do: 'inspect', url: row.url })}>
              <Foreign text={row.url} />
            </button>
          ) : (
            <Foreign text={row.url} />
          )}
        </p>
        <p>
          <span className={`chip ${outcomeTones[row.outcome]}`}>{outcomeWords[row.outcome]}</span>{' '}
          {row.detail !== '' && <Foreign text={detailWords(row.detail)} />}{' '}
          {robots && (
            <button
              type="button"
              className="link"
              data-testid="rendered-robots-line"
              onClick={() => go({ do: 'open', target: { view: 'robots', ...robots } })}
            >
              {robots.line === 0 ? 'robots.txt' : `robots.txt, line ${robots.line}`} of <Foreign text={robots.origin} />
            </button>
          )}
        </p>
        <p className="muted">
          Requested by <Foreign className="mono" text={initiatorWords(row.initiator, url)} />, {durationText(row.startedMs)} after
          the rendering began.
        </p>
      </div>
    </section>
  );
}
