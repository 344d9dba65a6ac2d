import { useEffect, useState } from 'react';
import { type ScreenshotKind, type ScreenshotView, screenshotLimits } from '#shared/model/rendering-view.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { Problem } from '../../../ui/problem.tsx';
import { countWords } from '../../../ui/text/format.ts';

interface Props {
  readonly rendering: number;
  readonly kinds: readonly ScreenshotKind[];
}

const labels: Readonly<Record<ScreenshotKind, string>> = { viewport: 'First screen', page: 'Whole page' };

/** The screenshots of a rendering. */
export function Picture({ rendering, kinds }: Props) {
  const [wanted, setWanted] = useState<ScreenshotKind>('viewport');
  const kind = kinds.includes(wanted) ? wanted : kinds[0];
  const { data, error, retry } = useCall('rendering.screenshot', kind === undefined ? null : { rendering, kind });
  if (kind === undefined)
    return <div className="empty">No screenshot was made. The settings of the crawl say whether one is.</div>;
  return (
    <div className="rendered-picture">
      <div className="toolbar-line">
        {kinds.map(each => (
          <button key={each} type="button" className="chip" aria-pressed={each === kind} onClick={() => setWanted(each)}>
            {labels[each]}
          </button>
        ))}
        {data?.png && (
          <span className="muted num">
            {countWords(data.width)} × {countWords(data.height)} pixels
          </span>
        )}
      </div>
      {error && <Problem text={`The screenshot could not be read: ${error}`} retry={retry} />}
      {data && <Shown key={kind} label={labels[kind]} view={data} />}
    </div>
  );
}

const isTooLarge = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  Math.max(width, height) > screenshotLimits.side || width * height > screenshotLimits.pixels;

/** A picture from the crawl file: the window decodes it as an image and nothing else. */
function Shown({ label, view }: { readonly label: string; readonly view: ScreenshotView }) {
  const { png, width, height, unavailable } = view;
  const [address, setAddress] = useState('');
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (png === null || isTooLarge({ width, height })) return;
    const made = URL.createObjectURL(new Blob([png.slice()], { type: 'image/png' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [png, width, height]);
  if (png === null) return <div className="empty">{unavailable}</div>;
  if (isTooLarge(view)) return <div className="empty">The picture is too large to show.</div>;
  if (isBroken) return <div className="empty">The stored picture is damaged.</div>;
  if (address === '') return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="rendered-frame" tabIndex={0}>
      <img
        src={address}
        width={width}
        height={height}
        decoding="async"
        alt={`${label} as the browser rendered it`}
        data-testid="rendered-picture"
        onError={() => setBroken(true)}
      />
    </div>
  );
}
