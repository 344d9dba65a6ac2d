import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type HostileTextSite, hostileTextSite } from '../support/hostile-text-site.ts';
import { marker } from '../support/hostile-texts.ts';
import { engineNode } from './engine-node.ts';
import { call, expect, launchApp, type RunningApp, test } from './fixture.ts';
import { refusals } from './probe.ts';
import { specFolder } from './spec-folder.ts';

/**
 * A crawl with 500 hostile texts in every field that it stores is shown in every view, tab, row, menu item and dialog. The walk reads the
 * tabs and the menu from the running app, so a new view or dialog is part of it by itself.
 */

const crawlOf = ({ origin }: HostileTextSite, folder: string, path: string): Promise<void> =>
  new Promise((done, failed) => {
    const limits = ['--delay', '0', '--max-pages', '700', '--attempts', '1', '--failure-guard', '0', '--slow-guard', '0'];
    const child = spawn(
      engineNode(),
      [resolve('out/engine/cli.cjs'), 'crawl', `${origin}/p/0`, ...limits, '--no-trap-guards', '--out', path],
      { stdio: 'ignore', env: { ...process.env, CRAWLSCOPE_HOME: join(folder, 'home') } },
    );
    child.once('error', failed);
    child.once('exit', code => (code === 0 || code === 1 ? done() : failed(new Error(`the crawl ended with ${code}`))));
  });

interface Watch {
  readonly violations: string[];
}

/** What the text of a stranger may never bring into the window. Looks through shadow roots too. */
const faultsNow = (running: RunningApp, name: string): Promise<readonly string[]> =>
  running.page.evaluate(
    ([where, mark]) => {
      const found = new Set<string>();
      const page = globalThis as unknown as Record<string, unknown> & { watch: Watch };
      if (mark in page) found.add('a payload ran');
      if (location.href !== 'app://ui/index.html') found.add(`the page is ${location.href}`);
      for (const text of page.watch.violations.splice(0)) found.add(`policy: ${text}`);
      if ('polluted' in {}) found.add('a prototype was changed');
      const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
      const banned = new Set([
        'IFRAME',
        'OBJECT',
        'EMBED',
        'BASE',
        'FRAME',
        'APPLET',
        'PORTAL',
        'FOREIGNOBJECT',
        'MATH',
        'VIDEO',
        'AUDIO',
      ]);
      const look = (root: Document | ShadowRoot): void => {
        for (const element of root.querySelectorAll('*')) {
          if (banned.has(element.tagName.toUpperCase())) found.add(`element ${element.tagName}`);
          for (const { name: attribute, value } of element.attributes) {
            if (attribute.startsWith('on')) found.add(`attribute ${attribute} of ${element.tagName}`);
            if (['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'ping'].includes(attribute)) {
              const isOwn = /^(#|\/|\.\/|app:|blob:|data:image\/)/.test(value) && !value.startsWith('//');
              if (!isOwn) found.add(`${element.tagName} ${attribute}=${value.slice(0, 60)}`);
            }
            if (['title', 'aria-label'].includes(attribute) && hidden.test(value))
              found.add(`hidden character in ${attribute}: ${JSON.stringify(value.slice(0, 60))}`);
          }
          if (element.shadowRoot) look(element.shadowRoot);
          const role = element.getAttribute('role');
          if (role === 'row' || role === 'option' || role === 'treeitem') {
            const style = getComputedStyle(element);
            const line = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.5;
            const height = element.getBoundingClientRect().height;
            // Lines of a robots.txt are whole where they are explained.
            const most = element.matches('[data-testid=reading-line]') ? 20 : 2;
            if (height > line * most + Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom) + 12)
              found.add(`${role} of ${Math.round(height)} px: ${(element.textContent ?? '').slice(0, 40)}`);
          }
        }
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          if (hidden.test(node.nodeValue ?? ''))
            found.add(
              `hidden character in <${node.parentElement?.tagName} class=${node.parentElement?.className}>: ${JSON.stringify((node.nodeValue ?? '').slice(0, 60))}`,
            );
      };
      look(document);
      if (document.documentElement.scrollWidth > innerWidth + 1)
        found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
      if (document.documentElement.scrollHeight > innerHeight + 1) found.add('the page scrolls');
      const text = document.body.innerText;
      for (const sign of [
        'internal error',
        'is not iterable',
        'Cannot read prop',
        'is not a function',
        'This part of the window',
      ])
        if (text.includes(sign)) found.add(`text “${sign}”`);
      return [...found].map(each => `${where}: ${each}`);
    },
    [name, marker] as const,
  );

test.describe('500 hostile texts', () => {
  let site: HostileTextSite;
  let running: RunningApp;
  const faults = new Set<string>();
  const visited: string[] = [];

  const shot = async (name: string): Promise<void> => {
    const folder = process.env['CRAWLSCOPE_SHOTS'];
    if (folder) await running.page.screenshot({ path: join(folder, `${name.replaceAll(/[^\w-]+/g, '_').slice(0, 80)}.png`) });
  };
  /** Two frames and what was asked for: the window has drawn what it knows. */
  const settle = (): Promise<void> =>
    running.page.evaluate(async () => {
      for (let turn = 0; turn < 40; turn++) {
        await new Promise(done => setTimeout(done, 25));
        if (turn > 3 && !document.querySelector('[aria-busy=true], .loading')) break;
      }
    });
  const look = async (where: string): Promise<void> => {
    await settle();
    visited.push(where);
    for (const fault of await faultsNow(running, where)) faults.add(fault);
  };

  /** Every tab below `scope` that was not seen there, and the tabs that these show. */
  const tabsIn = async (scope: string, where: string, depth = 0): Promise<void> => {
    await rowsIn(scope, where);
    if (depth > 2) return;
    const tabs = running.page.locator(`${scope} [role=tab]:visible`);
    const names = await tabs.evaluateAll(all => all.map(tab => tab.textContent ?? ''));
    for (const [at, name] of names.entries()) {
      const path = `${where} › ${name.slice(0, 30)}`;
      if (visited.includes(path) || (await tabs.count()) <= at) continue;
      await tabs
        .nth(at)
        .click({ timeout: 5_000 })
        .catch(() => undefined);
      await look(path);
      await shot(path);
      await rowsIn(scope, path);
      await details(scope, path);
    }
  };
  /** The first rows of each grid, chosen by key: what shows a row shows it. */
  const rowsIn = async (scope: string, where: string): Promise<void> => {
    const grids = running.page.locator(
      `${scope} [role=grid]:visible, ${scope} [role=listbox]:visible, ${scope} [role=tree]:visible`,
    );
    for (let at = 0; at < Math.min(3, await grids.count()); at++) {
      await grids
        .nth(at)
        .focus({ timeout: 2_000 })
        .catch(() => undefined);
      for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'End']) await running.page.keyboard.press(key);
      await look(`${where} › rows ${at + 1}`);
    }
  };
  const details = async (scope: string, where: string): Promise<void> => {
    const folded = running.page.locator(
      `${scope} summary:visible, ${scope} button[aria-expanded=false]:not([aria-haspopup]):visible`,
    );
    for (let at = 0; at < Math.min(4, await folded.count()); at++)
      await folded
        .nth(at)
        .click({ timeout: 1_000 })
        .catch(() => undefined);
    await look(`${where} › unfolded`);
  };
  const modals = (): Promise<number> => running.page.locator('[data-modal]').count();
  const closeAll = async (): Promise<void> => {
    for (let turn = 0; turn < 5 && (await modals()) > 0; turn++) {
      await running.page.keyboard.press('Escape');
      await settle();
    }
  };

  test.beforeAll(async () => {
    const folder = specFolder();
    site = await hostileTextSite(500);
    mkdirSync(join(folder, 'in'), { recursive: true });
    const path = join(folder, 'in', `"><img src=x onerror=window.${marker}=1>\u202e{{7*7}}.crawl`);
    await crawlOf(site, folder, path);
    running = await launchApp({ args: [path], env: { CRAWLSCOPE_TEST_DIALOG_PATH: '' } });
    running.page.on('pageerror', error => faults.add(`error: ${error.message}`));
    running.page.on('console', message => message.type() === 'error' && faults.add(`console: ${message.text()}`));
    running.page.on('framenavigated', frame => faults.add(`navigation to ${frame.url()}`));
    await running.page.evaluate(() => {
      const violations: string[] = [];
      Object.assign(globalThis, { watch: { violations } });
      document.addEventListener('securitypolicyviolation', event =>
        violations.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await expect(running.page.getByTestId('crawl-state')).toBeVisible();
  });
  test.afterAll(async () => {
    await running?.close();
    await site?.close();
  });
  test.afterEach(async () => {
    expect([...faults]).toEqual([]);
    expect(await refusals(running)).toMatchObject({ requests: 0, navigations: 0, windows: 0, downloads: 0 });
    expect(running.app.windows()).toHaveLength(1);
  });

  test('E86 T09: every view with its tabs, rows and details', async () => {
    const views = running.page.locator('[data-testid^=view-][role=tab]');
    const names = await views.evaluateAll(all => all.map(each => each.getAttribute('data-testid') ?? ''));
    expect(names.length).toBeGreaterThanOrEqual(12);
    for (const name of names) {
      await running.page.getByTestId(name).click();
      await look(name);
      await shot(name);
      await tabsIn('main [data-active=true], main .pane:not([data-active=false])', name);
      await details('main', name);
    }
    expect(visited.length).toBeGreaterThan(40);
  });

  test('E86: every row of the list of URLs, and every tab of the inspector for some', async () => {
    const { page } = running;
    await page.keyboard.press('Control+2');
    const grid = page.getByTestId('url-grid');
    await expect(grid).toHaveAttribute('aria-rowcount', /^\d{3,}$/);
    const rows = Number(await grid.getAttribute('aria-rowcount'));
    for (let at = 0; at < 5; at++) {
      await grid.focus();
      await page.keyboard.press('Home');
      for (let down = 0; down < at * 2; down++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await look(`row ${at}`);
      const tabs = page.locator('[data-testid^=inspector] [role=tab], .inspector [role=tab]');
      for (let tab = 0; tab < (await tabs.count()); tab++) {
        await tabs.nth(tab).click();
        await look(`row ${at}, inspector tab ${tab}`);
        if (at === 2) await shot(`inspector ${tab}`);
      }
    }
    await grid.focus();
    await page.keyboard.press('Home');
    for (let down = 0; down < Math.min(60, rows / 30); down++) {
      await page.keyboard.press('PageDown');
      if (down % 6 === 0) await look(`rows, page ${down}`);
    }
  });

  test('E86: every item of the menu and the dialog that it opens', async () => {
    const items = await running.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap(menu =>
        (menu.submenu?.items ?? []).filter(item => !item.role && item.type === 'normal').map(item => [menu.label, item.label]),
      ),
    );
    expect(items.length).toBeGreaterThan(30);
    for (const [menu, label = ''] of items) {
      // They replace the file, or change the crawl that is shown.
      if (/^(Crawl the Demo Site|Close File|Resume|Quit)/.test(label)) continue;
      await running.app.evaluate(
        ({ Menu }, [inMenu, wanted]) => {
          const found = Menu.getApplicationMenu()?.items.find(each => each.label === inMenu);
          found?.submenu?.items.find(each => each.label === wanted)?.click();
        },
        [menu, label] as const,
      );
      await look(`menu ${label}`);
      if ((await modals()) > 0) {
        await shot(`menu ${label}`);
        await tabsIn('[data-modal]', `menu ${label}`);
        await details('[data-modal]', `menu ${label}`);
      }
      await closeAll();
    }
    expect((await call(running.page, 'file.current'))?.kind).toBe('result');
  });
});
