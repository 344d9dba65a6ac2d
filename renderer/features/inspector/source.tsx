import { useState } from 'react';
import { useCall } from '../../bridge/hooks.ts';
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

/** The stored body as text, with the evidence marked. */
export function Source({ url, start, end }: Props) {
  return <SourceAt key={`${start} ${end}`} url={url} start={start} end={end} />;
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
