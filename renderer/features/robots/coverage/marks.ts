import type { RobotsFileView } from '#shared/model/explanation.ts';
import type { CoverageLine, RobotsCoverage } from '#shared/model/replay.ts';
import { countWords, plural } from '../../../ui/text/format.ts';
import type { EditorGutter, GutterMark } from '../editor/line-looks.ts';
import { lineOfByte } from '../lint/marks.ts';

/** Which URLs of a line are listed: those it decides, or those it only matches. Line 0 is no line. */
export interface CoveredPick {
  readonly line: number;
  readonly matches: boolean;
}

type Lines = readonly Pick<RobotsFileView['lines'][number], 'number' | 'start'>[];

const toneOf = ({ blocks, allows }: CoverageLine): NonNullable<GutterMark['tone']> =>
  blocks > 0 && allows === 0 ? 'bad' : allows > 0 && blocks === 0 ? 'ok' : '';

function verdictWords({ blocks, allows, undecided }: CoverageLine): string {
  const parts = [
    ...(blocks > 0 ? [`${countWords(blocks)} blocked`] : []),
    ...(allows > 0 ? [`${countWords(allows)} allowed`] : []),
    ...(undecided > 0 ? [`${countWords(undecided)} undecided`] : []),
  ];
  return parts.join(', ');
}

/** Two gutters: the URLs a line decides, and the URLs it matches but another line decides. */
export function coverageGutters(
  coverage: RobotsCoverage | undefined,
  lines: Lines,
  onPick: (pick: CoveredPick) => void,
): readonly EditorGutter[] {
  const decides = new Map<number, GutterMark>();
  const loses = new Map<number, GutterMark>();
  for (const each of coverage?.lines ?? []) {
    const shown = lineOfByte(lines, each.start);
    const { line } = each;
    if (each.decides > 0)
      decides.set(shown, {
        text: countWords(each.decides),
        title: `Decides ${plural(each.decides, 'URL')}: ${verdictWords(each)}. List them`,
        tone: toneOf(each),
        onClick: () => onPick({ line, matches: false }),
      });
    else
      decides.set(shown, {
        text: '0',
        title: each.loses > 0 ? 'Decides no stored URL: where it matches, another line wins' : 'Matches no stored URL',
      });
    if (each.loses > 0)
      loses.set(shown, {
        text: `+${countWords(each.loses)}`,
        title: `Matches ${plural(each.loses, 'URL')} that another line decides. List them`,
        onClick: () => onPick({ line, matches: true }),
      });
  }
  return [
    { label: 'URLs a line decides', marks: decides },
    { label: 'URLs a line matches without deciding', marks: loses },
  ];
}

/** What Enter on a shown line opens: its URLs decided, else those it matches. */
export function pickOfLine(coverage: RobotsCoverage | undefined, lines: Lines, shown: number): CoveredPick | null {
  const found = coverage?.lines.find(each => lineOfByte(lines, each.start) === shown);
  if (!found || found.decides + found.loses === 0) return null;
  return { line: found.line, matches: found.decides === 0 };
}

export interface CoverageSums {
  readonly decided: number;
  /** Rule lines that decide something, that only match, and that touch nothing. */
  readonly deciding: number;
  readonly losing: number;
  readonly idle: number;
}

export function coverageSums({ lines }: RobotsCoverage): CoverageSums {
  const idle = lines.filter(line => line.decides === 0);
  const losing = idle.filter(line => line.loses > 0).length;
  return {
    decided: lines.reduce((sum, line) => sum + line.decides, 0),
    deciding: lines.length - idle.length,
    losing,
    idle: idle.length - losing,
  };
}
