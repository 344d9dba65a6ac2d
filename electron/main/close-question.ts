import type { BrowserWindow } from 'electron';
import type { Dialogs } from './dialogs.ts';

/**
 * Shows a confirmation before closing the window, or quitting, stops a running crawl. `crawling`: the name of the
 * crawled file, or null.
 */
export function askBeforeClosing(
  window: BrowserWindow,
  crawling: () => string | null,
  dialogs: Pick<Dialogs, 'stopCrawl'>,
  note: (text: string) => void,
): void {
  let isAgreed = false;
  let isAsking = false;
  window.on('close', event => {
    const file = crawling();
    if (isAgreed || file === null) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    dialogs
      .stopCrawl(file, 'close')
      .then(
        agreed => {
          isAgreed = agreed;
          if (agreed) window.close();
        },
        (error: unknown) => note(`closing: ${String(error)}`),
      )
      .finally(() => {
        isAsking = false;
      });
  });
}
