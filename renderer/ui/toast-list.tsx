import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { isModalOpen } from './modal-open.ts';
import { Foreign } from './text/foreign.tsx';
import { showToastsIn, type ToastKind, type ToastShower } from './toast.ts';

/** At most this many at once; the oldest gives way. */
const most = 3;
/** Milliseconds: news leave, problems stay until dismissed. */
const timeouts: Readonly<Record<ToastKind, number>> = { info: 6_000, problem: 0 };

/** With a button, there is more to do than to read. */
const withAction = 15_000;

const manager = Toast.createToastManager();
const shown = new Set<string>();
const shower: ToastShower = {
  add(text, kind, action) {
    shown.add(text);
    manager.add({
      id: text,
      description: text,
      type: kind,
      timeout: action ? withAction : timeouts[kind],
      ...(action ? { actionProps: { children: action.label, onClick: action.onPick } } : {}),
      priority: kind === 'problem' ? 'high' : 'low',
      onClose: () => shown.delete(text),
    });
  },
  settle(beginning) {
    for (const text of [...shown]) if (text.startsWith(beginning)) manager.close(text);
  },
};

/** The toasts of the window. F6 moves the keyboard to them, Esc dismisses the newest. */
export function Toasts() {
  // Not before: the manager drops what is added while nothing listens to it.
  useEffect(() => showToastsIn(shower), []);
  return (
    <Toast.Provider limit={most} toastManager={manager}>
      <ToastList />
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts, close } = Toast.useToastManager();
  const newest = toasts.find(({ transitionStatus }) => transitionStatus !== 'ending')?.id;
  useEffect(() => {
    if (newest === undefined) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isModalOpen()) return;
      // Fields and menus use the key themselves.
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, .layer')) return;
      // Before anything else that Esc closes.
      event.stopImmediatePropagation();
      close(newest);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [newest, close]);
  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        {toasts.map(each => (
          <Toast.Root
            key={each.id}
            toast={each}
            className={each.type === 'problem' ? 'toast problem-toast' : 'toast'}
            // A problem is read out at once; its text and its button stay reachable too.
            aria-hidden={false}
            data-testid="toast"
          >
            <Toast.Description className="selectable" render={<div />}>
              <Foreign text={String(each.description)} />
            </Toast.Description>
            {each.actionProps && <Toast.Action className="btn small" data-testid="toast-action" aria-hidden={false} />}
            {/* Toasts are never stacked, so the button is always visible. */}
            <Toast.Close className="btn quiet small" aria-label="Dismiss" aria-hidden={false}>
              ✕
            </Toast.Close>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
