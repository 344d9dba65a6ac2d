/** Scripts that run inside pages. They are text, because no compiler knows both sides. */

/** Name of the function through which `guards` reports. It is deleted before the page's first script runs. */
export const reportBinding = '__crawlscopeReport';

/**
 * Runs in each document and frame before its own scripts. Reports, each as one word, what a page tries and does not get and the protocol does
 * not tell. WebRTC, shared and service workers would work beside the requests that we answer: they fail here. The rest is refused by the
 * browser itself.
 *
 * The clock of the page is ahead of the real one, by which Chromium counts frames. So scripts get the time of a frame on the page's clock. A page that always
 * draws would never be idle: a script that waits for idle time has it after 50 ms.
 */
export const guards = `(() => {
  const report = globalThis[${JSON.stringify(reportBinding)}];
  delete globalThis[${JSON.stringify(reportBinding)}];
  const say = what => { try { report(what); } catch {} };
  const replace = (owner, name, handler) => {
    const own = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!own || typeof own.value !== 'function') return;
    const value = new Proxy(own.value, handler);
    Object.defineProperty(owner, name, { ...own, value });
    const prototype = own.value.prototype;
    if (prototype && prototype.constructor === own.value)
      Object.defineProperty(prototype, 'constructor', { value, writable: true, enumerable: false, configurable: true });
  };
  const wrap = (owner, name, what, refuse) => replace(owner, name, {
    apply: (target, self, args) => { say(what); return refuse ? refuse() : Reflect.apply(target, self, args); },
    construct: (target, args) => { say(what); if (refuse) refuse(); return Reflect.construct(target, args); } });
  const clock = performance.now.bind(performance);
  const idleTime = () => { const end = clock() + 50; return { didTimeout: false, timeRemaining: () => Math.max(0, end - clock()) }; };
  const called = (callback, given) => typeof callback === 'function' ? () => Reflect.apply(callback, undefined, [given()]) : callback;
  const schedule = (name, change) => replace(globalThis, name, { apply: (target, self, args) => Reflect.apply(target, self, change(args)) });
  schedule('requestAnimationFrame', ([callback, ...rest]) => [called(callback, clock), ...rest]);
  schedule('requestIdleCallback', ([callback, options]) => [called(callback, idleTime), { timeout: Math.min(50, (options && options.timeout) || 50) }]);
  const proto = name => globalThis[name] && globalThis[name].prototype;
  const no = name => () => { throw new DOMException('Refused.', name); };
  const never = name => () => Promise.reject(new DOMException('Refused.', name));
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) wrap(globalThis, name, 'webrtc', no('NotSupportedError'));
  wrap(globalThis, 'SharedWorker', 'shared worker', no('SecurityError'));
  wrap(proto('ServiceWorkerContainer'), 'register', 'service worker', never('SecurityError'));
  wrap(globalThis, 'WebTransport', 'webtransport', no('SecurityError'));
  wrap(globalThis, 'print', 'print', () => undefined);
  wrap(globalThis.Notification, 'requestPermission', 'permission notifications');
  wrap(proto('PushManager'), 'subscribe', 'permission push');
  wrap(proto('Geolocation'), 'getCurrentPosition', 'permission geolocation');
  wrap(proto('Geolocation'), 'watchPosition', 'permission geolocation');
  wrap(proto('MediaDevices'), 'getUserMedia', 'permission camera or microphone', never('NotAllowedError'));
  wrap(proto('MediaDevices'), 'getDisplayMedia', 'permission screen', never('NotAllowedError'));
  wrap(proto('Navigator'), 'getUserMedia', 'permission camera or microphone');
  wrap(proto('Navigator'), 'webkitGetUserMedia', 'permission camera or microphone');
  wrap(proto('Navigator'), 'requestMIDIAccess', 'permission midi', never('NotAllowedError'));
  wrap(proto('Navigator'), 'registerProtocolHandler', 'protocol handler', no('SecurityError'));
  wrap(proto('Bluetooth'), 'requestDevice', 'permission bluetooth', never('NotAllowedError'));
  wrap(proto('USB'), 'requestDevice', 'permission usb', never('NotAllowedError'));
  wrap(proto('HID'), 'requestDevice', 'permission hid', never('NotAllowedError'));
  wrap(proto('Serial'), 'requestPort', 'permission serial', never('NotAllowedError'));
  wrap(proto('Clipboard'), 'read', 'permission clipboard', never('NotAllowedError'));
  wrap(proto('Clipboard'), 'readText', 'permission clipboard', never('NotAllowedError'));
  wrap(proto('WakeLock'), 'request', 'permission wake lock', never('NotAllowedError'));
  wrap(proto('IdleDetector') && globalThis.IdleDetector, 'requestPermission', 'permission idle detection', never('NotAllowedError'));
  wrap(globalThis, 'queryLocalFonts', 'permission local fonts', never('NotAllowedError'));
  wrap(globalThis, 'showOpenFilePicker', 'permission files', never('NotAllowedError'));
  wrap(globalThis, 'showSaveFilePicker', 'permission files', never('NotAllowedError'));
  wrap(globalThis, 'showDirectoryPicker', 'permission files', never('NotAllowedError'));
})()`;

/** Elements of which we want to know the script that made them. */
export const scriptedSelector = 'a,area,link,meta,title,base,iframe,script[type="application/ld+json" i],h1,img';
const scriptedNames = ['a', 'area', 'link', 'meta', 'title', 'base', 'iframe', 'script', 'h1', 'img'];

/** What `serializer` returns. Offsets count UTF-16 units of `html`; -1: the element is not part of it. */
export interface SerializedPage {
  readonly html: string;
  readonly url: string;
  /** One for each element that `scriptedSelector` finds in the document, in its order, as far as asked for. */
  readonly light: readonly number[];
  /** One for each such element in a shadow tree. The elements are in the array `shadowElements` of the script's world. */
  readonly shadow: readonly number[];
}

/**
 * Writes the document as HTML, open shadow trees in the place of their hosts' children. Runs in a world of its own, so that the page cannot
 * change what the functions do. A form or a document answers `form.childNodes` with a field of that name, so each property is read by the
 * getter of its interface. Returns null if the text becomes longer than `limit`.
 */
export const serializer = (limit: number, most: number): string => `(() => {
  const getter = (owner, name) => { const get = Object.getOwnPropertyDescriptor(owner.prototype, name).get; return node => get.call(node); };
  const childNodes = getter(Node, 'childNodes'), nodeType = getter(Node, 'nodeType'), parentNode = getter(Node, 'parentNode');
  const localName = getter(Element, 'localName'), space = getter(Element, 'namespaceURI'), attributes = getter(Element, 'attributes');
  const tagName = getter(Element, 'tagName'), shadowRoot = getter(Element, 'shadowRoot'), data = getter(CharacterData, 'data');
  const content = getter(HTMLTemplateElement, 'content'), rootOf = node => Node.prototype.getRootNode.call(node);
  const matches = (node, selector) => Element.prototype.matches.call(node, selector);
  const selector = ${JSON.stringify(scriptedSelector)};
  const watched = new Set(${JSON.stringify(scriptedNames)});
  const empty = new Set(['area','base','basefont','bgsound','br','col','embed','frame','hr','img','input','keygen','link','meta','param','source','track','wbr']);
  const raw = new Set(['style','script','xmp','iframe','noembed','noframes','plaintext','noscript']);
  const xhtml = 'http://www.w3.org/1999/xhtml';
  const escapeText = text => text.replace(/&/g, '&amp;').replace(/\\u00a0/g, '&nbsp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const escapeValue = text => text.replace(/&/g, '&amp;').replace(/\\u00a0/g, '&nbsp;').replace(/"/g, '&quot;');
  const rawText = (name, text) => name === 'script'
    ? text.replace(/<(\\/script)/gi, '\\\\u003c$1').replace(/<!--/g, '\\\\u003c!--')
    : text.replace(/<(\\/(?:style|xmp|iframe|noembed|noframes|noscript))/gi, (all, end) => end.slice(1).toLowerCase() === name ? '<\\\\' + end : all);
  const comment = text => text.replace(/^(-?)>/, '$1&gt;').replace(/--(!?)>/g, '--$1&gt;').replace(/-$/, '- ');
  const out = [];
  let length = 0;
  const put = text => { out.push(text); length += text.length; };
  const at = new Map(), shadow = [];
  globalThis.shadowElements = [];
  const stack = [];
  const pushAll = nodes => { for (let i = nodes.length - 1; i >= 0; i--) stack.push(nodes[i]); };
  pushAll(childNodes(document));
  while (stack.length > 0) {
    if (length > ${limit}) return null;
    const node = stack.pop();
    if (typeof node === 'string') { put(node); continue; }
    const type = nodeType(node);
    if (type === 10) {
      const plain = text => text.replace(/[">]/g, '');
      put('<!DOCTYPE ' + node.name + (node.publicId ? ' PUBLIC "' + plain(node.publicId) + '"' : node.systemId ? ' SYSTEM' : '')
        + (node.systemId ? ' "' + plain(node.systemId) + '"' : '') + '>');
    } else if (type === 8) put('<!--' + comment(data(node)) + '-->');
    else if (type === 3 || type === 4) {
      const parent = parentNode(node);
      const name = parent && nodeType(parent) === 1 && space(parent) === xhtml ? localName(parent) : '';
      put(raw.has(name) ? rawText(name, data(node)) : escapeText(data(node)));
    } else if (type === 1) {
      const isHtml = space(node) === xhtml, name = isHtml ? localName(node) : tagName(node);
      const inShadow = node !== document.documentElement && rootOf(node) !== document;
      if (isHtml && name === 'slot' && inShadow) {
        const given = HTMLSlotElement.prototype.assignedNodes.call(node);
        pushAll(given.length > 0 ? given : childNodes(node));
        continue;
      }
      if (isHtml && watched.has(name) && matches(node, selector)) {
        if (!inShadow) at.set(node, length);
        else if (shadow.length < ${most}) { shadow.push(length); globalThis.shadowElements.push(node); }
      }
      put('<' + name);
      const list = attributes(node);
      for (let i = 0; i < list.length; i++) put(' ' + list.item(i).name + '="' + escapeValue(list.item(i).value) + '"');
      put('>');
      if (isHtml && empty.has(name)) continue;
      const root = shadowRoot(node);
      const children = childNodes(root ?? (isHtml && name === 'template' ? content(node) : node));
      if (isHtml && (name === 'pre' || name === 'textarea' || name === 'listing') && children.length > 0
        && nodeType(children[0]) === 3 && data(children[0])[0] === '\\n') put('\\n');
      stack.push('</' + name + '>');
      pushAll(children);
    }
  }
  const found = Document.prototype.querySelectorAll.call(document, selector);
  const light = [];
  for (let i = 0; i < found.length && i < ${most}; i++) light.push(at.get(found[i]) ?? -1);
  return { html: out.join(''), url: getter(Document, 'URL')(document), light, shadow };
})()`;

/** Whether an element that the selector names exists. Throws for what is no selector. */
export const finds = (selector: string): string =>
  `Document.prototype.querySelector.call(document, ${JSON.stringify(selector)}) !== null`;

/** So many frames are watched for a change. A script that waits for one frame after another often takes three or four. */
const framesWatched = 4;

/** Fulfils with whether the document changed while four frames were painted. Run in a world of its own. */
export const paintsChange = `new Promise(done => {
  let frames = 0;
  let changed = false;
  const observer = new MutationObserver(() => { changed = true; });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const next = () => {
    if (++frames < ${framesWatched}) return requestAnimationFrame(next);
    changed ||= observer.takeRecords().length > 0;
    observer.disconnect();
    done(changed);
  };
  requestAnimationFrame(next);
})`;
