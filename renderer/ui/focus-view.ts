/**
 * What takes the keyboard in a view: what is current in its list, else its table or the
 * sentence in the table's place, else its first control.
 */
function target(view: Element): HTMLElement | null {
  for (const wish of ['[aria-current="true"]', '.grid, .empty[tabindex]', 'button:not(:disabled), input, [tabindex="0"]']) {
    const found = view.querySelector<HTMLElement>(wish);
    if (found) return found;
  }
  return null;
}

/** Gives the keyboard to the view on screen. A view that is still being read gets it as soon as it has something to take it. */
export function focusView(): void {
  const view = document.querySelector<HTMLElement>('.pane[data-active="true"]');
  if (!view) return;
  view.focus();
  const until = performance.now() + 2_000;
  const attempt = (): void => {
    const found = target(view);
    if (found) found.focus();
    // Whoever took the keyboard meanwhile keeps it.
    else if (performance.now() < until && document.activeElement === view) requestAnimationFrame(attempt);
  };
  attempt();
}
