import { useMemo } from 'react';
import type { RobotsFileView } from '#shared/model/explanation.ts';
import type { LintFinding } from '#shared/model/lint.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { bytesWords, countWords, lineFilter, plural } from '../../../ui/text/format.ts';
import type { EditorGutter, LineLook } from '../editor/line-looks.ts';
import { marksOf } from '../lint/marks.ts';
import { noteWords } from './note-words.ts';

// The editor is a third of the window's code and needed in this view alone.
const RobotsEditor = lazyPart(async () => (await import('../editor/editor.tsx')).RobotsEditor, <div className="robots-editor" />);

interface Props {
  readonly data: RobotsFileView;
  readonly findings: readonly LintFinding[];
  /** Line to point at, 0 for none. */
  readonly line: number;
  readonly jump: number;
  /** In place of the URLs each line decided in the crawl. */
  readonly gutters?: readonly EditorGutter[];
  readonly onEnter?: (line: number) => void;
  /** The cursor came to another line. */
  readonly onLine?: (line: number) => void;
}

/** The stored file in a read-only editor: which crawlers each line applies to, how many URLs it decides, and its lint findings. */
export function RobotsSource({ data, findings, line, jump, gutters: given, onEnter, onLine }: Props) {
  const { go } = useActions();
  const { origin, lines } = data;
  const text = useMemo(() => lines.map(each => each.text.replaceAll('\n', ' ')).join('\n'), [lines]);
  const diagnostics = useMemo(() => marksOf(lines, findings), [lines, findings]);
  const looks = useMemo(() => {
    const all = new Map<number, LineLook>();
    for (const { number, kind, chosen, notes, hidden } of lines)
      all.set(number, {
        data: { chosen: String(chosen), kind },
        notes: [...notes.map(noteWords), ...(hidden > 0 ? [`${bytesWords(hidden)} more, not shown`] : [])],
      });
    return all;
  }, [lines]);
  const gutters = useMemo<readonly EditorGutter[]>(() => {
    if (given) return given;
    const marks: EditorGutter['marks'] = new Map(
      lines
        .filter(({ decides }) => decides > 0)
        .map(({ number, decides }) => [
          number,
          {
            text: countWords(decides),
            title: `List the ${plural(decides, 'URL')} this line decides`,
            onClick: () => go({ do: 'filter', filter: lineFilter(number, origin) }),
          },
        ]),
    );
    return [{ label: 'URLs a line decides', marks }];
  }, [lines, origin, go, given]);
  const goTo = useMemo(() => ({ line, jump }), [line, jump]);
  return (
    <RobotsEditor
      label={`robots.txt of ${origin}`}
      testId="robots-source"
      lineTestId="robots-line"
      value={text}
      onlyLf
      diagnostics={diagnostics}
      gutters={gutters}
      lines={looks}
      goTo={goTo}
      {...(onLine ? { onLine } : {})}
      onEnter={number => {
        if (onEnter) onEnter(number);
        else if (gutters[0]?.marks.has(number)) go({ do: 'filter', filter: lineFilter(number, origin) });
      }}
    />
  );
}
