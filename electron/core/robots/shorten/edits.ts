import { append } from '#shared/lists.ts';
import { octetString } from '../../url/percent.ts';

/** What a step takes out of a file, in the words of the report. */
export type StepKind = 'comment' | 'layout' | 'empty-rule' | 'duplicate' | 'covered' | 'idle-allow' | 'same-rules' | 'same-names';

/** One change of a file. It needs no other step. Lines count from 1. */
export interface Step {
  readonly kind: StepKind;
  /** The line that goes or changes, for the report. */
  readonly line: number;
  /** The line because of which it may go; 0 for none. */
  readonly because: number;
  readonly remove: readonly number[];
  /** Text in octets that takes the place of a line. */
  readonly replace?: { readonly line: number; readonly text: string };
  /** Lines that are written again after another line. */
  readonly move?: { readonly lines: readonly number[]; readonly after: number };
}

/** The lines of a file in octets, without their line ends, which are CR, LF or CR LF. */
export const linesOf = (bytes: Uint8Array): string[] => octetString(bytes).split(/\r\n|\r|\n/);

/** The file with these steps applied; its line ends are LF. */
export function applySteps(lines: readonly string[], steps: readonly Step[]): Uint8Array {
  const removed = new Set(steps.flatMap(step => step.remove));
  const texts = new Map(steps.flatMap(({ replace }) => (replace ? [[replace.line, replace.text] as const] : [])));
  const textAt = (line: number): string => texts.get(line) ?? lines[line - 1] ?? '';
  const behind = new Map<number, string[]>();
  for (const { move } of steps) if (move) behind.set(move.after, [...(behind.get(move.after) ?? []), ...move.lines.map(textAt)]);
  const kept: string[] = [];
  for (let line = 1; line <= lines.length; line += 1) {
    if (!removed.has(line)) kept.push(textAt(line));
    append(kept, behind.get(line) ?? []);
  }
  while (kept.at(-1) === '') kept.pop();
  const text = kept.length === 0 ? '' : `${kept.join('\n')}\n`;
  return Uint8Array.from(text, unit => unit.charCodeAt(0));
}
