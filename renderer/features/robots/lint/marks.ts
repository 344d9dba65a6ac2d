import type { RobotsFileView } from '#shared/model/explanation.ts';
import type { LintFinding } from '#shared/model/lint.ts';
import type { EditorDiagnostic } from '../editor/editor.tsx';

const severities = { E: 'error', W: 'warning', I: 'info' } as const;
export const severityWords = { E: 'Error', W: 'Warning', I: 'Note' } as const;
export const severityTone = { E: 'bad', W: 'warn', I: '' } as const;

type Lines = readonly Pick<RobotsFileView['lines'][number], 'number' | 'start'>[];

/** The shown line that contains a byte of the file; 0 if none does. */
export function lineOfByte(lines: Lines, byte: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start ?? 0) <= byte) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1]?.number ?? 0;
}

/** Where a finding is shown. If a crawler counts lines differently from the lint, the whole line is marked. */
export function lineOfFinding(lines: Lines, finding: LintFinding): number {
  return finding.line === 0 ? 0 : lineOfByte(lines, finding.start);
}

/** Squiggles for findings; those of the file as a whole have none. */
export const marksOf = (lines: Lines, findings: readonly LintFinding[]): EditorDiagnostic[] =>
  findings.flatMap(finding => {
    const line = lineOfFinding(lines, finding);
    if (line === 0) return [];
    const { id, message, why, fix } = finding;
    const exact = line === finding.line;
    return [
      {
        line,
        column: exact ? finding.column : 1,
        endColumn: exact ? Math.max(finding.endColumn, finding.column + 1) : Number.MAX_SAFE_INTEGER,
        severity: severities[finding.severity],
        id,
        message,
        why,
        ...(fix === null ? {} : { fix: { title: fix.title, changes: [] } }),
      },
    ];
  });
