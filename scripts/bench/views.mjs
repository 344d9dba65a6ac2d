// Opens every view and panel of a crawl file in the real app, and prints how long each takes and whether anything blocks the window.
// --help lists the options.
//   shows      until the view shows its rows, or honestly how far its work is: that it opens
//   rows       until its rows are there
//   task       the longest task of the window's main thread meanwhile, and half a second after
//   reader     the longest time that another question to the file waited
//   engine     the same for a question to the crawling thread
//   asleep     the longest time between two looks of this program, which should be some milliseconds: it had no processor, or a task ran
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchApp } from '../../test/e2e/fixture.ts';
import { benchOptions } from './options.mjs';
import { runAhead } from './run-ahead.mjs';
import { variedFile } from './varied-file.mjs';
import { steps } from './view-steps.mjs';

const given = benchOptions(
  `npm run build && node scripts/run/with-display.mjs node scripts/bench/views.mjs [-- options]
  --file F.crawl   the file to open, which is not changed (default: 900,000 generated pages, made where it is missing)
  --only TEXT,…    only steps whose names begin so; the steps before them that open the view must be named, too
  --goal MS        steps that show nothing for longer, or block the window or another question for longer, are marked (default 300)
  --shots FOLDER   a picture after each step
  --ahead          run the app before all other programs (Linux, root): else a busy machine is measured, not the app
  --json FILE      write the numbers`,
  {
    file: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    goal: { type: 'string', default: '300' },
    shots: { type: 'string', default: '' },
    ahead: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
);
const { values } = given;
const goal = given.number('goal');
const wanted = values.only === '' ? [] : values.only.split(',');
const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.some(each => name.startsWith(each)));

/** Runs in the page: does the step and watches. */
function watch(step, longest) {
  const all = selector => {
    const [host, inside] = selector.split(' >>> ');
    const found = [...document.querySelectorAll(host)];
    return inside ? found.flatMap(each => [...(each.shadowRoot?.querySelectorAll(inside) ?? [])]) : found;
  };
  const find = selector => {
    for (const element of all(selector)) {
      const text = element.textContent.trim();
      if (
        element.checkVisibility({ visibilityProperty: true }) &&
        (text !== '' || element.namespaceURI.endsWith('svg')) &&
        text !== '…'
      )
        return element;
      if (element.matches('[data-state="drawn"], .cm-line') && element.checkVisibility()) return element;
    }
    return null;
  };
  const act = () => {
    const { click, clickText, open, choose, type, editor } = step;
    if (click) {
      const found = document.querySelector(click) ?? (step.or && document.querySelector(step.or));
      if (!found) throw new Error(`nothing to click: ${click}`);
      found.click();
    }
    if (clickText) {
      const found = [...document.querySelectorAll(clickText[0])].find(each => each.textContent.trim().startsWith(clickText[1]));
      if (!found && step.name.includes('stopped')) return;
      if (!found) throw new Error(`nothing to click: ${clickText}`);
      found.click();
    }
    if (open) find(open).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    if (choose) {
      const list = document.querySelector(choose[0]);
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(list, choose[1]);
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }
    if (type) {
      const field = document.querySelector(type[0]);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, type[1]);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      // After React has taken over the text.
      queueMicrotask(() => {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        field.form?.requestSubmit();
      });
    }
    if (editor) {
      all(editor[0])[0].focus();
      document.execCommand('insertText', false, editor[1]);
    }
  };
  return new Promise((done, failed) => {
    const tasks = [];
    const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    // Not by frames: a virtual screen that waits for a processor would hold them up, and that is not the app.
    const lookMs = 8;
    const waits = { reader: 0, engine: 0 };
    let isOver = false;
    let id = 2_000_000 + Math.floor(performance.now());
    const asked = new Map();
    const ask = (who, name, input) => {
      if (isOver) return;
      asked.set(++id, { who, at: performance.now(), name, input });
      window.crawlscope.send({ kind: 'call', id, name, input });
    };
    const off = window.crawlscope.onMessage(({ id: of }) => {
      const question = asked.get(of);
      if (!question) return;
      asked.delete(of);
      waits[question.who] = Math.max(waits[question.who], performance.now() - question.at);
      setTimeout(() => ask(question.who, question.name, question.input), 40);
    });
    const textsOf = selector =>
      all(selector)
        .slice(0, 200)
        .map(each => each.textContent)
        .join();
    const before = step.changed ? textsOf(step.rows) : null;
    const begun = performance.now();
    let shows = null;
    let rows = null;
    const finish = () => {
      isOver = true;
      for (const { who, at } of asked.values()) waits[who] = Math.max(waits[who], performance.now() - at);
      off();
      observer.disconnect();
      done({ shows: shows ?? rows, rows, task: Math.max(0, ...tasks), ...waits, asleep });
    };
    let asleep = 0;
    let looked = begun;
    const look = () => {
      asleep = Math.max(asleep, performance.now() - looked);
      looked = performance.now();
      const now = looked - begun;
      const found = find(step.rows);
      if (found && (before === null || textsOf(step.rows) !== before)) rows = now;
      if (shows === null && step.shows !== '' && (rows !== null || find(step.shows))) shows = now;
      if (rows !== null || now > longest) setTimeout(finish, 500);
      else setTimeout(look, lookMs);
    };
    try {
      act();
    } catch (error) {
      failed(error);
      return;
    }
    ask('reader', 'filter.read', { text: 'status:404' });
    ask('engine', 'status.get', {});
    setTimeout(look, lookMs);
  });
}

const words = ms => (ms === null ? 'never' : String(Math.round(ms)));
const columns = ['shows', 'rows', 'task', 'reader', 'engine', 'asleep'];
const line = (name, cells) => process.stdout.write(`${name.padEnd(48)}${cells.map(cell => cell.padStart(9)).join('')}\n`);

const source = values.file || (await variedFile(900_000));
const folder = mkdtempSync(join(tmpdir(), 'crawlscope-views-'));
const file = join(folder, 'large.crawl');
let app = null;
let missed = 0;
const results = [];
try {
  cpSync(source, file);
  process.stdout.write(
    `${cpus()[0]?.model}, ${cpus().length} cores, ${new Date().toISOString()}, load ${loadavg()[0].toFixed(1)}; ${Math.round(statSync(file).size / 1e6)} MB\n`,
  );
  app = await launchApp({ args: [file] });
  const { page } = app;
  if (values.ahead) runAhead(app.app.process().pid);
  await page.getByTestId('crawl-state').waitFor({ timeout: 180_000 });
  if (values.ahead) runAhead(app.app.process().pid);
  await page.waitForTimeout(3_000);
  line('milliseconds', columns);
  for (const step of chosen) {
    try {
      const measured = await page.evaluate(`(${watch})(${JSON.stringify(step)}, ${step.slow * 1_000})`);
      const isLate = measured.shows === null || ['shows', 'task', 'reader', 'engine'].some(each => measured[each] > goal);
      if (isLate) missed++;
      results.push({ name: step.name, ...measured, isLate });
      line(
        `${isLate ? '!' : ' '} ${step.name}`,
        columns.map(column => words(measured[column])),
      );
    } catch (error) {
      missed++;
      process.stdout.write(`! ${step.name}: ${String(error.message ?? error).split('\n')[0]}\n`);
    }
    if (values.shots) await page.screenshot({ path: join(values.shots, `${String(results.length).padStart(3, '0')}.png`) });
  }
} finally {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${chosen.length - missed} views shown within ${goal} ms, ${missed} not\n`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ at: new Date().toISOString(), results }, null, 2)}\n`);
process.exit(missed === 0 ? 0 : 1);
