/**
 * The element that takes the focus in a view: the current item of its list. Otherwise its table, or the sentence that
 * replaces an empty table. Otherwise its first control.
 */
function target(view: Element): HTMLElement | null {
  for (const wish of ['[aria-current="true"]', '.grid, .empty[tabindex]', 'button:not(:disabled), input, [tabindex="0"]']) {
    const found = view.querySelector<HTMLElement>(wish);
    if (found) return found;
  }
  return null;
}

/** Moves the focus to the visible view. A view that is still loading gets it as soon as it has an element to focus. */
export function focusView(): void {
  const view = document.querySelector<HTMLElement>('.pane[data-active="true"]');
  if (!view) return;
  view.focus();
  const until = performance.now() + 2_000;
  const attempt = (): void => {
    const found = target(view);
    if (found) found.focus();
    // If another element took the focus meanwhile, leave it there.
    else if (performance.now() < until && document.activeElement === view) requestAnimationFrame(attempt);
  };
  attempt();
}
