import { scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { useRef } from 'react';
import { useSize } from './use-size.ts';

export interface ChartLine {
  readonly label: string;
  /** Class that colours it: `line-0`. */
  readonly tone: string;
  /** One a place; null: no value, and the line has a gap. */
  readonly values: readonly (number | null)[];
}

interface Props {
  readonly label: string;
  /** Names of the places, in order. */
  readonly places: readonly { readonly label: string; readonly full: string }[];
  readonly lines: readonly ChartLine[];
  readonly words: (value: number) => string;
}

const height = 190;
const foot = 24;
const letter = 6.5;

/** Lines over places in order. A table beside it has the numbers. */
export function LineChart({ label, places, lines, words }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const width = Math.max(160, size.width);
  const all = lines.flatMap(({ values }) => values.filter(value => value !== null));
  const most = Math.max(1, ...all);
  const up = scaleLinear()
    .domain([0, most])
    .nice(4)
    .range([height - foot, 10]);
  const ticks = up.ticks(4).filter(tick => most > 5 || Number.isInteger(tick));
  const left = Math.max(...ticks.map(tick => words(tick).length)) * letter + 14;
  const across = scalePoint<number>()
    .domain(places.map((_, at) => at))
    .range([left, width - 14])
    .padding(0.3);
  const longest = places.reduce((length, place) => Math.max(length, place.label.length), 0) * letter + 10;
  const every = Math.max(1, Math.ceil(longest / Math.max(1, across.step())));
  const draw = line<number | null>()
    .defined(value => value !== null)
    .x((_, at) => across(at) ?? 0)
    .y(value => up(value ?? 0));
  return (
    <div className="chart-box line-chart" ref={box}>
      {size.width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label} data-testid="line-chart">
          {ticks.map(tick => (
            <g key={tick} className="chart-axis">
              <line x1={left} x2={width - 8} y1={up(tick)} y2={up(tick)} />
              <text x={left - 6} y={up(tick) + 4} textAnchor="end">
                {words(tick)}
              </text>
            </g>
          ))}
          {lines.map(({ label: name, tone, values }) => (
            <g key={name} className={`chart-line ${tone}`}>
              <path d={draw(values) ?? ''} />
              {values.map((value, at) =>
                value === null ? null : (
                  <circle key={places[at]?.full} cx={across(at)} cy={up(value)} r={3.5}>
                    <title>{`${places[at]?.full}\n${name}: ${words(value)}`}</title>
                  </circle>
                ),
              )}
            </g>
          ))}
          {places.map((place, at) =>
            at % every === 0 || at === places.length - 1 ? (
              <text key={place.full} className="chart-label" x={across(at)} y={height - 7} textAnchor="middle">
                <title>{place.full}</title>
                {place.label}
              </text>
            ) : null,
          )}
        </svg>
      )}
    </div>
  );
}
