export type ToastKind = 'info' | 'problem';

/** A button of a toast. */
export interface ToastAction {
  readonly label: string;
  readonly onPick: () => void;
}

/** What shows the toasts of the window. */
export interface ToastShower {
  readonly add: (text: string, kind: ToastKind, action: ToastAction | null) => void;
  /** Closes the toasts that start with these words. */
  readonly settle: (beginning: string) => void;
}

let shower: ToastShower | null = null;
/** Toasts made before there was something to show them. */
let early: readonly { readonly text: string; readonly kind: ToastKind; readonly action: ToastAction | null }[] = [];

/** Shows a short note in the corner. Showing the same text again restarts its timer. */
export function toast(text: string, kind: ToastKind = 'info', action: ToastAction | null = null): void {
  if (shower) shower.add(text, kind, action);
  else early = [...early, { text, kind, action }];
}

/** Closes the toasts that start with these words, because they are no longer true. */
export function settleToasts(beginning: string): void {
  if (shower) shower.settle(beginning);
  else early = early.filter(({ text }) => !text.startsWith(beginning));
}

/** From now on this shows the toasts, the early ones first. */
export function showToastsIn(next: ToastShower): void {
  shower = next;
  for (const { text, kind, action } of early) next.add(text, kind, action);
  early = [];
}
