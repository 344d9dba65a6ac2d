import { EditorView } from '@codemirror/view';

/** Marks of a side by side comparison in the colours of tokens.css; without it they would be those of the package. */
export const diffTheme = EditorView.theme({
  '&': { height: 'auto' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--bad-bg)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--ok-bg)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    textDecoration: 'underline 2px var(--bad)',
    textUnderlineOffset: '3px',
  },
  '&.cm-merge-b .cm-changedText': {
    background: 'none',
    textDecoration: 'underline 2px var(--ok)',
    textUnderlineOffset: '3px',
  },
  '&.cm-merge-a .cm-changedLineGutter': { backgroundColor: 'var(--bad)' },
  '&.cm-merge-b .cm-changedLineGutter': { backgroundColor: 'var(--ok)' },
  '.cm-collapsedLines': {
    padding: '2px 10px',
    background: 'var(--panel)',
    color: 'var(--muted)',
    font: '12px/20px var(--font)',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"', color: 'var(--muted)' },
});
