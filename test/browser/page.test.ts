import { expect, test } from 'vitest';
import type { Cdp } from '#browser/cdp.ts';
import { openRenderer } from '#browser/renderer.ts';
import type { StartBrowser } from '#browser/running-browser.ts';
import { testStarter } from '#test/support/render-electron.ts';
import { answerWith, renderRequest } from '#test/support/render-request.ts';
import { htmlOf, testRenderer } from '#test/support/rendering.ts';

const { render } = testRenderer();

/** A script whose server takes so long, milliseconds. */
const scriptAfter =
  (ms: number, body = '') =>
  async () => {
    await new Promise(resolve => setTimeout(resolve, ms));
    return answerWith(body, { 'Content-Type': 'text/javascript' });
  };

test('links that scripts write come out, with the script that wrote them', async () => {
  const rendering = await render('<!doctype html><title>Raw</title><p>é<a href="/raw">raw</a><script src="/app.js"></script>', {
    '/app.js':
      'document.title = "Rendered";\nfetch("/list.json").then(r => r.json()).then(function add(list) {\n  for (const href of list) document.body.append(Object.assign(document.createElement("a"), { href }));\n});',
    '/list.json': '["/one", "/two"]',
  });
  const html = htmlOf(rendering);
  expect(html).toContain('<title>Rendered</title>');
  expect(html).toContain('<a href="/one"></a><a href="/two"></a>');
  if (rendering.outcome.kind !== 'rendered') return;
  expect(rendering.outcome.endedBy).toBe('idle');
  const bytes = Buffer.from(rendering.outcome.html);
  const made = rendering.outcome.scripted.map(({ at, place }) => [
    bytes.subarray(at, bytes.indexOf('>', at) + 1).toString('utf8'),
    place.url,
    place.line,
    place.function,
  ]);
  expect(made).toContainEqual(['<a href="/one">', 'http://site.test/app.js', 3, 'add']);
  expect(made).toContainEqual(['<a href="/two">', 'http://site.test/app.js', 3, 'add']);
  expect(made.map(([tag]) => tag)).not.toContain('<a href="/raw">');
});

test('each request says its kind and what made it', async () => {
  const { outcome, asked } = await render(
    '<!doctype html>\n<link rel=stylesheet href=/a.css>\n<script src=/a.js></script><img src=/i.png>',
    {
      '/a.css': 'p{}',
      '/a.js': '\nfunction load() { fetch("/x.json"); new Worker("/w.js"); }\nload();',
      '/x.json': '{}',
      '/w.js': 'fetch("/in-worker.json")',
    },
  );
  expect(outcome.requests[0]).toMatchObject({
    seq: 0,
    url: 'http://site.test/',
    type: 'document',
    outcome: 'answered',
    status: 200,
  });
  const of = (url: string) => asked.find(one => one.url === `http://site.test${url}`);
  expect(of('/a.css')).toMatchObject({ type: 'stylesheet', initiator: { kind: 'markup', line: 2 } });
  expect(of('/a.js')).toMatchObject({ type: 'script', initiator: { kind: 'markup', line: 3 } });
  expect(of('/i.png')?.type).toBe('image');
  expect(of('/x.json')).toMatchObject({
    type: 'fetch',
    initiator: { kind: 'script', place: { url: 'http://site.test/a.js', line: 2, function: 'load' } },
  });
  // Chromium 114 does not tell the script of a worker from other requests.
  expect(['worker', 'other']).toContain(of('/w.js')?.type);
  expect(of('/in-worker.json')?.type).toBe('fetch');
});

test('frames are requested, and their scripts run', async () => {
  const { outcome, asked } = await render('<!doctype html><iframe src=/f.html></iframe>', {
    '/f.html': '<script src=/in-frame.js></script>',
    '/in-frame.js': 'parent.document.body.append("from the frame")',
  });
  expect(asked.map(one => [one.url.slice(16), one.type])).toEqual([
    ['/f.html', 'frame'],
    ['/in-frame.js', 'script'],
  ]);
  expect(outcome.kind === 'rendered' && Buffer.from(outcome.html).toString()).toContain('from the frame</body>');
});

test('waiting for answers costs the page no time', async () => {
  const scripts = Array.from({ length: 12 }, (_, i) => `<script src="/${i}.js"></script>`).join('');
  const rendering = await render(
    `<!doctype html><script>const began = performance.now()</script>${scripts}<p id=p></p><script>document.getElementById('p').textContent = 'took ' + Math.round((performance.now() - began) / 500)</script>`,
    Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`/${i}.js`, scriptAfter(60, 'var last = 1')])),
    {
      limits: { pageMs: 600, wallMs: 20_000, lifeMs: 60_000, memoryBytes: 1e9, requests: 50, answerBytes: 1e6, htmlBytes: 1e6 },
      wait: { kind: 'load' },
    },
  );
  expect(htmlOf(rendering)).toContain('<p id="p">took 0</p>');
});

test('timers run on the clock of the page, up to its cap', async () => {
  const late = (ms: number) => `<!doctype html><script>setTimeout(() => document.body.append('late'), ${ms})</script>`;
  expect(htmlOf(await render(late(3_000), {}, { wait: { kind: 'fixed', ms: 4_000 } }))).toContain('late</body>');
  const endless = await render(
    '<!doctype html><script>setInterval(() => fetch("/again"), 50)</script>',
    {},
    {
      limits: {
        pageMs: 1_000,
        wallMs: 20_000,
        lifeMs: 60_000,
        memoryBytes: 1e9,
        requests: 500,
        answerBytes: 1e6,
        htmlBytes: 1e6,
      },
    },
  );
  expect(endless.outcome).toMatchObject({ kind: 'rendered', endedBy: 'cap', pageMs: 1_000 });
  const chosen = await render(
    late(2_000).replace("'late'", "document.createElement('main')"),
    {},
    { wait: { kind: 'selector', selector: 'body > main' } },
  );
  expect(chosen.outcome).toMatchObject({ kind: 'rendered', endedBy: 'selector' });
});

test.for([0, 700])('what frames write is seen, after a request that takes %i ms', async ms => {
  const rendering = await render(
    '<!doctype html><body><script src=/slow.js></script><script>let n = 0; const next = () => ++n < 4 ? requestAnimationFrame(next) : document.body.append("painted"); next();</script>',
    {
      '/slow.js': scriptAfter(ms),
    },
  );
  expect(htmlOf(rendering)).toContain('painted</body>');
});

test.for([0, 700])('frames have the time of the page’s clock, after a request that takes %i ms', async ms => {
  const script =
    'const begun = performance.now(); requestAnimationFrame(t => { document.title = Math.round(t - begun); });' +
    'const spin = () => requestAnimationFrame(spin); spin(); requestIdleCallback(({ timeRemaining }) => timeRemaining() > 0 && document.body.append("idle"));';
  const rendering = await render(`<!doctype html><body><script src=/slow.js></script><script>${script}</script>`, {
    '/slow.js': scriptAfter(ms),
  });
  const took = Number(/<title>(-?\d+)/.exec(htmlOf(rendering))?.[1]);
  expect(took).toBeGreaterThanOrEqual(0);
  expect(took).toBeLessThan(5_000);
  expect(htmlOf(rendering)).toContain('idle</body>');
});

test('what a worker makes of an answer is seen, though no clock stops for it', async () => {
  const work = 'let n = 0; for (let i = 0; i < 1e8; i++) n += i & 3;';
  const worker = `fetch('/data').then(r => r.text()).then(text => { ${work} postMessage(text + ' ' + n); })`;
  const rendering = await render(
    '<!doctype html><body><script>new Worker("/worker.js").onmessage = ({ data }) => document.body.append(data);</script>',
    { '/worker.js': answerWith(worker, { 'Content-Type': 'text/javascript' }), '/data': 'worked' },
  );
  expect(htmlOf(rendering)).toContain('</script>worked 150000000</body>');
});

test('a page knows the date', async () => {
  const html = htmlOf(await render('<!doctype html><body><script>document.title = Date.now();</script>'));
  expect(Math.abs(Number(/<title>(\d+)/.exec(html)?.[1]) - Date.now())).toBeLessThan(60_000);
});

test('a blocked, a failed and a redirected request', async () => {
  const { outcome, asked } = await render(
    '<!doctype html><script src=/blocked.js></script><script src=/failed.js></script><script src=/moved.js></script>',
    {
      '/blocked.js': { kind: 'blocked', reason: 'robots-disallowed' },
      '/failed.js': { kind: 'failed', detail: 'timed out' },
      '/moved.js': answerWith('', { Location: '/here.js' }, 302),
      '/here.js': 'document.title = "moved"',
    },
  );
  expect(outcome.requests.slice(1).map(one => [one.url.slice(16), one.outcome, one.detail, one.status])).toEqual([
    ['/blocked.js', 'blocked', 'robots-disallowed', null],
    ['/failed.js', 'failed', 'timed out', null],
    ['/moved.js', 'answered', '', 302],
    ['/here.js', 'answered', '', 200],
  ]);
  expect(asked).toHaveLength(4);
  expect(outcome.kind === 'rendered' && Buffer.from(outcome.html).toString()).toContain('<title>moved</title>');
});

test('open shadow trees stand in the place of their hosts’ children, and no page can change how it is written', async () => {
  const html = htmlOf(
    await render(`<!doctype html><form><input name=childNodes><input name=attributes></form><x-card><a href=/slotted>s</a></x-card>
      <pre>\n\ntwo</pre><template><a href=/in-template></a></template><script type="application/ld+json" id=ld></script><script>
      customElements.define('x-card', class extends HTMLElement { connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<h1>shadow</h1><slot></slot><slot name=none>fallback</slot>'; } });
      document.getElementById('ld').textContent = '{"a":"</' + 'script><b>"}';
      const note = document.createComment('a --> b'); document.body.append(note, '<&\\u00a0>');
      Node.prototype.getRootNode = Element.prototype.matches = Array.prototype.push = () => { throw 1; };
      Object.defineProperty(Element.prototype, 'attributes', { get() { return []; } });</script>`),
  );
  expect(html).toContain('<form><input name="childNodes"><input name="attributes"></form>');
  expect(html).toContain('<x-card><h1>shadow</h1><a href="/slotted">s</a>fallback</x-card>');
  expect(html).toContain('<pre>\n\ntwo</pre><template><a href="/in-template"></a></template>');
  expect(html).toContain('{"a":"\\u003c/script><b>"}</script>');
  expect(html).toContain('<!--a --&gt; b-->&lt;&amp;&nbsp;&gt;');
});

test('scripts see the screen, the language and the user agent of the device', async () => {
  const seen = `<!doctype html><meta name=viewport content="width=device-width"><p></p><script>document.querySelector('p').textContent =
    [innerWidth, innerHeight, devicePixelRatio, 'ontouchstart' in window, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, (1.5).toLocaleString(), navigator.userAgent].join('|')</script>`;
  expect(htmlOf(await render(seen, {}, { locale: 'de-DE' }))).toMatch(
    /<p>412\|732\|2\.625\|true\|de-DE\|UTC\|1,5\|Mozilla\/5\.0 \(Linux; Android 6\.0\.1; Nexus 5X Build\/MMB29P\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/\d+\.0\.0\.0 Mobile Safari\/537\.36 \(compatible; Examplebot\/1\.0\)<\/p>/,
  );
  expect(htmlOf(await render(seen, {}, { device: 'desktop' }))).toMatch(
    /<p>1024\|768\|1\|false\|en-GB\|UTC\|1\.5\|Mozilla\/5\.0 AppleWebKit\/537\.36 \(KHTML, like Gecko; compatible; Examplebot\/1\.0\) Chrome\/\d+\.0\.0\.0 Safari\/537\.36<\/p>/,
  );
});

test('pictures of the viewport and of the page, the latter no larger than a picture may be', async () => {
  const { outcome } = await render(
    '<!doctype html><meta name=viewport content="width=device-width"><body style="margin:0;background:#123"><div style="height:40000px">',
    {},
    { screenshots: true },
  );
  if (outcome.kind !== 'rendered') throw new Error(outcome.detail);
  const [viewport, page] = outcome.screenshots;
  expect(viewport).toMatchObject({ kind: 'viewport', width: 1_082, height: 1_922 });
  expect(page?.kind).toBe('page');
  expect(page?.width).toBe(412);
  expect(page?.height).toBe(16_384);
  expect(
    Buffer.from(page?.png ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

test('console entries and exceptions name their place', async () => {
  const { outcome } = await render('<!doctype html>\n<script>console.warn("w", 1);\nconsole.error({a:1});\nnope();</script>');
  expect(outcome.console).toEqual([
    { kind: 'warning', text: 'w 1', place: { url: 'http://site.test/', line: 2, column: 17, function: '' } },
    { kind: 'error', text: 'Object', place: { url: 'http://site.test/', line: 3, column: 9, function: '' } },
    expect.objectContaining({ kind: 'exception', place: { url: 'http://site.test/', line: 4, column: 1, function: '' } }),
  ]);
});

test.each([
  ['Page.captureScreenshot', /^No screenshot was made\. The browser drew none within \d+ ms\.$/],
  ['Page.getLayoutMetrics', /^No screenshot of the whole page was made\. The browser drew none within \d+ ms\.$/],
])('a page whose pictures never come is rendered, and says so: %s', async (silent, why) => {
  const { start, end } = await testStarter();
  const mute: StartBrowser = async () => {
    const browser = await start();
    const send: Cdp['send'] = (method, ...rest) =>
      method === silent ? new Promise(() => undefined) : browser.cdp.send(method, ...rest);
    return { ...browser, cdp: { ...browser.cdp, send } };
  };
  const silentOne = await openRenderer(mute);
  try {
    const request = renderRequest('<!doctype html><p>text', { screenshots: true });
    const outcome = await silentOne.render(
      { ...request, limits: { ...request.limits, wallMs: 7_000 } },
      async () => answerWith('', {}, 404),
      new AbortController().signal,
    );
    expect(outcome).toMatchObject({ kind: 'rendered', picturesMissing: expect.stringMatching(why) });
  } finally {
    await silentOne.close();
    end();
  }
});

test('a page that waited long for its requests is pictured', async () => {
  const { outcome } = await render(
    '<!doctype html><meta name=viewport content="width=device-width"><script src=/slow.js></script><p>text<script>onresize = () => { let n = 0; for (let i = 0; i < 3e7; i++) n += i; document.body.append(n); }</script>',
    {
      '/slow.js': scriptAfter(9_000),
    },
    { screenshots: true },
  );
  expect(outcome).toMatchObject({ kind: 'rendered', picturesMissing: '', screenshots: [{ kind: 'viewport' }, { kind: 'page' }] });
});
