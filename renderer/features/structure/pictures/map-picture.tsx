import { useEffect, useMemo, useState } from 'react';
import type { MapCell, MapPicture } from '#shared/model/pictures.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { NumberTable, type TableCell } from '../../../ui/chart/number-table.tsx';
import { type TreeCell, TreeMap } from '../../../ui/chart/tree-map.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { type SideSize, SplitPane } from '../../../ui/split-pane.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, percent, plural } from '../../../ui/text/format.ts';

const tableSize: SideSize = { usual: '42%', least: 200, most: 75 };
const stackedBelow = 620;
const steps = 6;

type Colour = 'notOk' | 'notIndexable' | 'score';
const colours: Readonly<Record<Colour, string>> = {
  notOk: 'Share not 200',
  notIndexable: 'Share not indexable',
  score: 'Mean link score',
};

/** Part and whole of a share, or of a score of 100; null: nothing is known. */
const colourValue = (cell: MapCell, colour: Colour): number | null => {
  if (colour === 'score') return cell.meanScore === null ? null : cell.meanScore / 100;
  const [part, whole] = colour === 'notOk' ? [cell.notOk, cell.fetched] : [cell.notIndexable, cell.judged];
  return whole === 0 ? null : part / whole;
};

const toneOf = (cell: MapCell, colour: Colour): string => {
  const value = colourValue(cell, colour);
  if (value === null) return 'heat-unknown';
  // A single failure among thousands is seen, too.
  const step = value === 0 ? 0 : Math.max(1, Math.min(steps, Math.ceil(value * steps)));
  return `${colour === 'score' ? 'cool' : 'heat'}-${step}`;
};

const nameOf = ({ path, isRest }: MapCell): string => (isRest ? 'Directly here' : nameOfFolder(path));

/** 'shop/' of 'https://example.com/shop/'; 'https://example.com/' of a site. */
const nameOfFolder = (path: string): string =>
  /^[a-z]+:\/\/[^/]+\/$/i.test(path) ? path : path.slice(path.lastIndexOf('/', path.length - 2) + 1);

const aboutOf = (cell: MapCell): string =>
  [
    cell.isRest ? `${cell.path} (pages directly in it)` : cell.path,
    plural(cell.urls, 'page'),
    `Not 200: ${countWords(cell.notOk)} of ${countWords(cell.fetched)} fetched (${percent(cell.notOk, cell.fetched)})`,
    `Not indexable: ${countWords(cell.notIndexable)} of ${countWords(cell.judged)} (${percent(cell.notIndexable, cell.judged)})`,
    `Mean link score: ${cell.meanScore ?? 'none'}`,
  ].join('\n');

const keyOf = ({ path, isRest }: MapCell): string => (isRest ? `${path}\ndirect` : path);

function cellsOf({ cells }: MapPicture, colour: Colour): readonly TreeCell[] {
  const made = (cell: MapCell, at: number): TreeCell => ({
    ...{ key: keyOf(cell), label: nameOf(cell), about: aboutOf(cell), value: cell.urls, tone: toneOf(cell, colour) },
    inside: cells.flatMap((other, place) => (other.parent === at && place !== at ? [made(other, place)] : [])),
  });
  return cells.flatMap((cell, at) => (cell.parent === -1 ? [made(cell, at)] : []));
}

/** The directories as rectangles: their size is pages, their colour a chosen value. A click goes into one. */
export function MapPictureView() {
  const { go } = useActions();
  const [folder, setFolder] = useState<string | null>(null);
  const [colour, setColour] = useState<Colour>('notOk');
  const { data, error, retry } = useCall('graph.map', { folder: folder ?? '' });
  const only = data?.folder === '' ? data.cells.filter(({ parent }) => parent === -1) : [];
  useEffect(() => {
    // A crawl of one site begins in it.
    const [site] = only;
    if (folder === null && only.length === 1 && site) setFolder(site.path);
  });
  const cells = useMemo(() => (data ? cellsOf(data, colour) : []), [data, colour]);
  if (error) return <Problem text={`The map could not be made: ${error}`} retry={retry} />;
  const list = (filter: string): void => {
    if (filter !== '') go({ do: 'filter', filter });
  };
  const pick = (key: string): void => {
    const cell = data?.cells.find(each => keyOf(each) === key);
    if (!cell) return;
    if (cell.hasMore) setFolder(cell.path);
    else list(cell.filter);
  };
  return (
    <div className="picture" data-testid="picture-map">
      <div className="toolbar toolbar-line picture-bar">
        <nav className="crumbs clip" aria-label="Directories around this one" data-testid="map-crumbs">
          <button type="button" className="link" onClick={() => setFolder('')} disabled={data?.folder === ''}>
            All sites
          </button>
          {[...(data?.above ?? []), ...(data && data.folder !== '' ? [data.folder] : [])].map(path => (
            <span key={path}>
              <span className="muted"> › </span>
              <button type="button" className="link" onClick={() => setFolder(path)} disabled={path === data?.folder}>
                <Foreign title={path} text={nameOfFolder(path)} />
              </button>
            </span>
          ))}
        </nav>
        <span className="muted num clip" data-testid="picture-note">
          {data && `${countWords(data.urls)} of ${plural(data.total, 'internal page')}.`}
          {data &&
            data.left.directories > 0 &&
            ` ${plural(data.left.directories, 'small directory', 'small directories')} not drawn.`}
        </span>
        <span className="spacer" />
        <label>
          Colour{' '}
          <select
            className="field small"
            data-testid="map-colour"
            value={colour}
            onChange={({ target }) => setColour(target.value as Colour)}
          >
            {Object.entries(colours).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {!data ? (
        <div className="empty">Counting…</div>
      ) : data.urls === 0 ? (
        <div className="empty">No internal page is stored.</div>
      ) : (
        <SplitPane
          name="picture-map"
          label="Size of the table"
          size={tableSize}
          narrow={{ below: stackedBelow, use: 'rows' }}
          main={
            <figure className="figure">
              <TreeMap label={`Directories of ${data.folder || 'all sites'} by pages`} cells={cells} onPick={pick} />
              <figcaption className="legend">
                <span>{colours[colour]}:</span>
                <span className="scale">
                  {colour === 'score' ? '0' : '0 %'}
                  {Array.from({ length: steps + 1 }, (_, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a scale do not move
                    <i key={at} className={`${colour === 'score' ? 'cool' : 'heat'}-${at}`} />
                  ))}
                  {colour === 'score' ? '100' : '100 %'}
                </span>
                <span>
                  <i className="heat-unknown" /> not known
                </span>
              </figcaption>
            </figure>
          }
          side={<MapTable data={data} open={setFolder} list={list} />}
        />
      )}
    </div>
  );
}

interface TableProps {
  readonly data: MapPicture;
  readonly open: (folder: string) => void;
  readonly list: (filter: string) => void;
}

function MapTable({ data, open, list }: TableProps) {
  const lists = (cell: MapCell, count: number, more: string, shown: string): TableCell => {
    const filter = `${cell.filter}${more}`;
    return count > 0 && cell.filter !== '' ? { shown, act: () => list(filter), about: `List them: ${filter}` } : { shown };
  };
  const rows = data.cells.filter(({ parent }) => parent === -1);
  return (
    <NumberTable
      label="Directories"
      testId="picture-table"
      heads={['Directory', 'Pages', 'Not 200', '%', 'Not indexable', '%', 'Score']}
      rows={rows.map(cell => ({
        key: keyOf(cell),
        cells: [
          {
            shown: (
              <span>
                <Foreign title={cell.path} text={nameOf(cell)} />
                {cell.hasMore && <span className="muted"> ›</span>}
              </span>
            ),
            act: () => (cell.hasMore ? open(cell.path) : list(cell.filter)),
            about: cell.hasMore ? `Go into ${cell.path}` : `List them: ${cell.filter}`,
          },
          lists(cell, cell.urls, '', countWords(cell.urls)),
          lists(cell, cell.notOk, ' -status:200 -status:none', countWords(cell.notOk)),
          { shown: percent(cell.notOk, cell.fetched), about: `of ${plural(cell.fetched, 'fetched page')}` },
          lists(cell, cell.notIndexable, ' indexable:no', countWords(cell.notIndexable)),
          { shown: percent(cell.notIndexable, cell.judged), about: `of ${plural(cell.judged, 'page')} that can be judged` },
          {
            shown: cell.meanScore === null ? '–' : cell.meanScore.toFixed(1),
            about: `of ${plural(cell.scored, 'page')} with a score`,
          },
        ],
      }))}
    />
  );
}
