import { scaleBand, scaleLinear } from 'd3-scale';
import { stack, stackOffsetExpand, stackOffsetNone } from 'd3-shape';
import { useRef } from 'react';
import { countWords, percent } from '../text/format.ts';
import { useSize } from './use-size.ts';

export interface ChartPart {
  readonly key: string;
  readonly label: string;
  /** Class that colours it: `part-ok`. */
  readonly tone: string;
}

export interface ChartBar {
  readonly label: string;
  readonly full: string;
  readonly counts: readonly number[];
}

interface Props {
  readonly label: string;
  readonly parts: readonly ChartPart[];
  readonly bars: readonly ChartBar[];
  /** Every bar is as long as the others, and its parts are shares. */
  readonly asShares: boolean;
  /** `columns`: bars stand; `rows`: they lie, with room for long labels. */
  readonly direction: 'columns' | 'rows';
  readonly onPick: (bar: number, part: number) => void;
}

const rowHeight = 24;
const widestBar = 72;
const letter = 6.5;

/** The longest prefix that has room. */
const cut = (text: string, pixels: number): string => {
  const most = Math.max(2, Math.floor(pixels / letter));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
};

/** Bars that are divided into parts. A click tells which part of which bar. A table beside it serves the keyboard. */
export function StackedBars({ label, parts, bars, asShares, direction, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const areRows = direction === 'rows';
  const width = Math.max(120, size.width);
  const height = areRows ? bars.length * rowHeight + 24 : Math.max(120, size.height);
  const longest = bars.reduce((most, bar) => Math.max(most, bar.label.length), 0);
  const left = areRows ? Math.min(width * 0.35, longest * letter + 14) : 52;
  const foot = 24;
  const totals = bars.map(({ counts }) => counts.reduce((all, count) => all + count, 0));
  const most = asShares ? 1 : Math.max(1, ...totals);
  const places = scaleBand<number>()
    .domain(bars.map((_, at) => at))
    .range(areRows ? [0, height - foot] : [left, Math.min(width - 8, left + bars.length * widestBar)])
    .paddingInner(bars.length > 60 ? 0 : 0.18)
    .paddingOuter(0.1);
  const values = scaleLinear()
    .domain([0, most])
    .range(areRows ? [left, width - 12] : [height - foot, 8]);
  if (!asShares) values.nice(5);
  const layers = stack<number, number>()
    .keys(parts.map((_, at) => at))
    .value((bar, part) => bars[bar]?.counts[part] ?? 0)
    .offset(asShares ? stackOffsetExpand : stackOffsetNone)(bars.map((_, at) => at));
  const ticks = values
    .ticks(areRows ? 5 : Math.max(2, Math.floor(height / 60)))
    .filter(tick => asShares || Number.isInteger(tick));
  const step = places.step();
  const widestLabel = Math.min(longest * letter + 10, 90);
  const every = areRows ? 1 : Math.max(1, Math.ceil(widestLabel / Math.max(1, step)));
  return (
    <div className="chart-box" ref={box} data-direction={direction}>
      {size.width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label} data-testid="bar-chart">
          {ticks.map(tick => {
            const at = values(tick);
            const words = asShares ? `${Math.round(tick * 100)} %` : countWords(tick);
            return areRows ? (
              <g key={tick} className="chart-axis">
                <line x1={at} x2={at} y1={0} y2={height - foot} />
                <text x={at} y={height - 8} textAnchor="middle">
                  {words}
                </text>
              </g>
            ) : (
              <g key={tick} className="chart-axis">
                <line x1={left} x2={width - 8} y1={at} y2={at} />
                <text x={left - 6} y={at + 4} textAnchor="end">
                  {words}
                </text>
              </g>
            );
          })}
          {layers.map((layer, part) =>
            layer.map(([from, to], bar) => {
              const count = bars[bar]?.counts[part] ?? 0;
              if (count === 0) return null;
              const place = places(bar) ?? 0;
              const [start, end] = [values(from), values(to)];
              const length = Math.max(1, Math.abs(end - start));
              const { label: name = '', tone = '' } = parts[part] ?? {};
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it has a button for each part
                <rect
                  key={`${parts[part]?.key} ${bars[bar]?.full}`}
                  className={`chart-part ${tone}`}
                  data-bar={bar}
                  data-part={part}
                  x={areRows ? start : place}
                  y={areRows ? place : end}
                  width={areRows ? length : places.bandwidth()}
                  height={areRows ? places.bandwidth() : length}
                  onClick={() => onPick(bar, part)}
                >
                  <title>{`${bars[bar]?.full}\n${name}: ${countWords(count)} (${percent(count, totals[bar] ?? 0)})`}</title>
                </rect>
              );
            }),
          )}
          {bars.map((bar, at) => {
            const middle = (places(at) ?? 0) + places.bandwidth() / 2;
            if (at % every !== 0 && bar.label.length * letter + 6 > step) return null;
            return areRows ? (
              <text key={bar.full} className="chart-label" x={left - 8} y={middle + 4} textAnchor="end">
                <title>{bar.full}</title>
                {cut(bar.label, left - 10)}
              </text>
            ) : (
              <text key={bar.full} className="chart-label" x={middle} y={height - 7} textAnchor="middle">
                <title>{bar.full}</title>
                {cut(bar.label, every * step)}
              </text>
            );
          })}
        </svg>
      )}
    </div>
  );
}
