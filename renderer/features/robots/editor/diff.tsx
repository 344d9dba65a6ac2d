import { MergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { editorTheme } from '../../../ui/editor/editor-theme.ts';
import { diffTheme } from './diff-theme.ts';
import { robotsColours } from './highlight.ts';

interface Props {
  readonly before: string;
  readonly after: string;
  readonly labels: readonly [before: string, after: string];
  readonly testId?: string;
}

/** Two texts side by side, changed lines marked, long unchanged parts folded. Read-only, in a shadow root like the editor. */
export function RobotsDiff({ before, after, labels, testId }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [beforeLabel, afterLabel] = labels;
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const side = (doc: string, label: string) => ({ doc, extensions: [...sideExtensions, labelled(label)] });
    const merged = new MergeView({
      a: side(before, beforeLabel),
      b: side(after, afterLabel),
      parent: root,
      root,
      gutter: true,
      highlightChanges: true,
      collapseUnchanged: { margin: 3, minSize: 6 },
      // Bounds the time for texts that have little in common.
      diffConfig: { scanLimit: 2_000, timeout: 300 },
    });
    return () => merged.destroy();
  }, [before, after, beforeLabel, afterLabel]);
  return <div ref={host} className="robots-diff" data-testid={testId} />;
}

const labelled = (label: string): Extension => EditorView.contentAttributes.of({ 'aria-label': label });

const sideExtensions: readonly Extension[] = [
  EditorState.readOnly.of(true),
  lineNumbers(),
  robotsColours(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-readonly': 'true', dir: 'ltr', spellcheck: 'false' }),
  editorTheme,
  diffTheme,
];
