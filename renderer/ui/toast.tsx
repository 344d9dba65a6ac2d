import { useCallback, useEffect, useState } from 'react';
import { Foreign } from './text/foreign.tsx';

export type ToastKind = 'info' | 'problem';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: ToastKind;
}

const most = 3;

interface Toasts {
  readonly toast: (text: string, kind?: ToastKind) => void;
  /** Takes away the notes that begin with these words: what they say is no longer so. */
  readonly settle: (beginning: string) => void;
  readonly toasts: React.ReactNode;
}

/** Short notes at the corner: news leave after six seconds, problems stay until dismissed. Esc dismisses the newest. */
export function useToasts(): Toasts {
  const [list, setList] = useState<readonly Toast[]>([]);
  const drop = useCallback((id: number) => setList(old => old.filter(toast => toast.id !== id)), []);
  const toast = useCallback(
    (text: string, kind: ToastKind = 'info') => {
      const id = performance.now() + Math.random();
      setList(old => [...old.filter(t => t.text !== text), { id, text, kind }].slice(-most));
      if (kind === 'info') setTimeout(() => drop(id), 6_000);
    },
    [drop],
  );
  const settle = useCallback((beginning: string) => setList(old => old.filter(({ text }) => !text.startsWith(beginning))), []);
  const newest = list.at(-1)?.id;
  useEffect(() => {
    if (newest === undefined) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
      // A field closes its own suggestions or gives the keyboard back first.
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return;
      // Before anything else that Esc closes.
      event.stopImmediatePropagation();
      drop(newest);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [newest, drop]);
  const toasts = (
    <div className="toasts" role="status" aria-live="polite">
      {list.map(({ id, text, kind }) => (
        <div key={id} className={kind === 'problem' ? 'toast problem-toast' : 'toast'} data-testid="toast">
          <Foreign className="selectable" text={text} />
          <button type="button" className="btn quiet small" aria-label="Dismiss" title="Esc" onClick={() => drop(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
  return { toast, settle, toasts };
}
