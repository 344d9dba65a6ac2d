import { useCallback, useState } from 'react';
import type { ToastKind } from '../bridge/app-context.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: ToastKind;
}

/** Short notes at the corner: news leave after six seconds, problems stay until dismissed. */
export function useToasts(): { toast: (text: string, kind?: ToastKind) => void; toasts: React.ReactNode } {
  const [list, setList] = useState<readonly Toast[]>([]);
  const drop = useCallback((id: number) => setList(old => old.filter(toast => toast.id !== id)), []);
  const toast = useCallback(
    (text: string, kind: ToastKind = 'info') => {
      const id = performance.now() + Math.random();
      setList(old => [...old.filter(t => t.text !== text).slice(-3), { id, text, kind }]);
      if (kind === 'info') setTimeout(() => drop(id), 6_000);
    },
    [drop],
  );
  const toasts = (
    <div className="toasts" role="status" aria-live="polite">
      {list.map(({ id, text, kind }) => (
        <div key={id} className={kind === 'problem' ? 'toast problem-toast' : 'toast'}>
          <bdi className="selectable">{text}</bdi>
          <button type="button" className="btn quiet small" aria-label="Dismiss" onClick={() => drop(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
  return { toast, toasts };
}
