import { useState } from 'react';
import type { SourcePlaces } from '#shared/model/explanation.ts';
import { useCall, useDebounced } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { bytesWords, countWords } from '../../ui/text/format.ts';
import { SourceLines } from '../../ui/text/source-lines.tsx';

interface Props {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

const step = 256 * 1024;

const pauseMs = 250;

/** The stored body as text, with the evidence marked, or the places of a text one after the other. */
export function Source({ url, start, end }: Props) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const text = useDebounced(typed, pauseMs);
  const { data, error } = useCall('url.findInSource', text === '' ? null : { url, text });
  const places = data?.places ?? [];
  const [from, to] = places[at] ?? [start, end];
  const step = (by: 1 | -1): void => {
    if (places.length > 0) setAt((at + by + places.length) % places.length);
  };
  return (
    <div className="filled">
      <div className="toolbar-line source-find">
        <input
          className="field small"
          aria-label="Find in the source"
          placeholder="Find in the source"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={event => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
            if (event.key !== 'Escape' || typed === '') return;
            event.stopPropagation();
            setTyped('');
          }}
        />
        <button type="button" className="btn tiny" aria-label="Previous" disabled={places.length === 0} onClick={() => step(-1)}>
          ↑
        </button>
        <button type="button" className="btn tiny" aria-label="Next" disabled={places.length === 0} onClick={() => step(1)}>
          ↓
        </button>
        <span className="muted num" aria-live="polite" data-testid="source-places">
          {error || (data ? placesWords(data, at) : '')}
        </span>
      </div>
      <SourceAt key={`${from} ${to}`} url={url} start={from} end={to} />
    </div>
  );
}

function placesWords({ places, count, unavailable }: SourcePlaces, at: number): string {
  if (unavailable) return unavailable;
  if (count === 0) return 'Not in the source';
  const cut = count > places.length ? `, the first ${countWords(places.length)} can be visited` : '';
  return `${countWords(at + 1)} of ${countWords(count)}${cut}`;
}

function SourceAt({ url, start, end }: Props) {
  const [fromByte, setFromByte] = useState<number | null>(null);
  const { data, error, retry } = useCall('url.source', { url, start, end, ...(fromByte === null ? {} : { fromByte }) });
  if (error && data === undefined) return <Problem text={`The source could not be read: ${error}`} retry={retry} />;
  if (!data) return null;
  if (data.unavailable) return <div className="empty">{data.unavailable}</div>;
  return (
    <div className="filled">
      <div className="toolbar num muted">
        <span>
          {data.fromByte === 0 && data.toByte >= data.totalBytes
            ? bytesWords(data.totalBytes)
            : `Bytes ${countWords(data.fromByte)}–${countWords(data.toByte)} of ${countWords(data.totalBytes)}`}
        </span>
        <Foreign text={data.charset} />
        {data.bodyEnd && data.bodyEnd !== 'complete' && <span className="tone-warn">body ended: {data.bodyEnd}</span>}
        <span className="spacer" />
        {data.fromByte > 0 && (
          <button type="button" className="btn small" onClick={() => setFromByte(Math.max(0, data.fromByte - step))}>
            Earlier
          </button>
        )}
        {data.toByte < data.totalBytes && (
          <button type="button" className="btn small" onClick={() => setFromByte(data.toByte)}>
            Later
          </button>
        )}
      </div>
      <SourceLines source={data} />
    </div>
  );
}
