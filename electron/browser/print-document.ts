import { printLayout } from '#shared/print-layout.ts';
import { type ChromiumOptions, chromiumStarter } from './chromium.ts';
import { NoBrowser } from './find-browser.ts';

/** A document that takes longer to load is stuck. */
const loadMs = 60_000;
/** A4, in inches. */
const paper = { paperWidth: 8.27, paperHeight: 11.69 };

/**
 * Prints our own document on A4 as PDF, with an installed browser that has no network and runs no script. Rejects with NoBrowser, whose message
 * is one line for the user. `stopped`: aborted when nobody wants it any more; the browser ends then, and null is the result.
 */
export async function printDocument(html: string, options: ChromiumOptions, stopped: AbortSignal): Promise<Uint8Array | null> {
  try {
    return await printed(html, options, stopped);
  } catch (error) {
    if (stopped.aborted) return null;
    throw error;
  }
}

async function printed(html: string, options: ChromiumOptions, stopped: AbortSignal): Promise<Uint8Array> {
  const browser = await chromiumStarter(options, stopped)();
  try {
    const { cdp } = browser;
    const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    const loaded = new Promise<void>((done, refuse) => {
      const timer = setTimeout(refuse, loadMs, new NoBrowser(`The browser did not load the report within ${loadMs / 1000} s.`));
      const end = (): void => {
        clearTimeout(timer);
        done();
      };
      cdp.listen(sessionId, ({ method }) => method === 'Page.loadEventFired' && end());
      void cdp.ended.then(end);
    });
    await cdp.send('Page.enable', {}, sessionId);
    await cdp.send('Emulation.setScriptExecutionDisabled', { value: true }, sessionId);
    const { frameTree } = await cdp.send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree', {}, sessionId);
    await cdp.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html }, sessionId);
    await loaded;
    const { pageSize: _, margins, ...layout } = printLayout;
    const { top, bottom, left, right } = margins;
    const sides = { marginTop: top, marginBottom: bottom, marginLeft: left, marginRight: right };
    const { data } = await cdp.send<{ data: string }>('Page.printToPDF', { ...layout, ...paper, ...sides }, sessionId);
    return Buffer.from(data, 'base64');
  } finally {
    await browser.close();
  }
}
