import { parse, type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree } from 'parse5';
import type { LoginField } from '#shared/login-fields.ts';

/** What to send to log in. */
export interface LoginRequest {
  readonly action: string;
  /** `application/x-www-form-urlencoded`. */
  readonly body: string;
}

const mostFields = 200;
const longestBody = 65_536;

type Element = Tree.Element;

const attribute = (element: Element, name: string): string | null =>
  element.attrs.find(each => each.name === name)?.value ?? null;

/** All elements below a node, in document order. */
function elementsOf(root: Tree.Node): Element[] {
  const found: Element[] = [];
  const waiting: Tree.Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (tree.isElementNode(node)) found.push(node);
    const children = 'childNodes' in node ? node.childNodes : [];
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at] as Tree.Node);
  }
  return found;
}

const textOf = (element: Element): string => element.childNodes.map(node => (tree.isTextNode(node) ? node.value : '')).join('');

/** The controls that a form sends by itself, as name and value (HTML, constructing the form data set). */
function entriesOf(form: Element): [string, string][] {
  const entries: [string, string][] = [];
  let hasSubmit = false;
  for (const element of elementsOf(form)) {
    const name = attribute(element, 'name') ?? '';
    if (name === '' || attribute(element, 'disabled') !== null) continue;
    const type = (attribute(element, 'type') ?? '').toLowerCase();
    const value = attribute(element, 'value');
    if (element.tagName === 'textarea') entries.push([name, textOf(element)]);
    else if (element.tagName === 'select') {
      const options = elementsOf(element).filter(({ tagName }) => tagName === 'option');
      const chosen = options.find(option => attribute(option, 'selected') !== null) ?? options[0];
      if (chosen) entries.push([name, attribute(chosen, 'value') ?? textOf(chosen)]);
    } else if (element.tagName === 'button' || type === 'submit') {
      const submits = element.tagName === 'input' || type === '' || type === 'submit';
      if (submits && !hasSubmit) entries.push([name, value ?? '']);
      hasSubmit ||= submits;
    } else if (element.tagName === 'input' && (type === 'checkbox' || type === 'radio')) {
      if (attribute(element, 'checked') !== null) entries.push([name, value ?? 'on']);
    } else if (element.tagName === 'input' && !['button', 'reset', 'image', 'file'].includes(type))
      entries.push([name, value ?? '']);
  }
  return entries;
}

const nameList = (names: readonly string[]): string => names.map(name => `“${name.slice(0, 100)}”`).join(', ');

/**
 * The request that logs in: the form of the page that has all these fields, with their values and what the form sends besides. A text
 * says why there is none; it quotes no value. The form must use POST and send to the page's own origin.
 */
export function loginRequest(html: string, pageUrl: string, fields: readonly LoginField[]): LoginRequest | string {
  const elements = elementsOf(parse(html));
  const names = fields.map(([name]) => name);
  const has = (form: Element): boolean => {
    const own = new Set(elementsOf(form).map(element => attribute(element, 'name')));
    return names.every(name => own.has(name));
  };
  const forms = elements.filter(({ tagName }) => tagName === 'form');
  const form = forms.find(has);
  if (!form) return `no form of the page has the fields ${nameList(names)}.`;
  if ((attribute(form, 'method') ?? 'get').toLowerCase() !== 'post')
    return 'its form does not use POST, so the values would be in the URL.';
  const encoding = (attribute(form, 'enctype') ?? '').toLowerCase();
  if (encoding !== '' && encoding !== 'application/x-www-form-urlencoded')
    return `its form has the encoding ${encoding.slice(0, 50)}, which Crawlscope cannot send.`;
  const base = elements.find(({ tagName, attrs }) => tagName === 'base' && attrs.some(({ name }) => name === 'href'));
  const baseUrl =
    (base && URL.canParse(attribute(base, 'href') ?? '', pageUrl) && new URL(attribute(base, 'href') ?? '', pageUrl).href) ||
    pageUrl;
  const written = (attribute(form, 'action') ?? '').trim();
  const action = URL.canParse(written, baseUrl) ? new URL(written === '' ? pageUrl : written, baseUrl) : null;
  if (action === null || action.origin !== new URL(pageUrl).origin)
    return `its form sends to ${action === null ? 'no URL' : action.origin}, not to its own origin.`;
  action.hash = '';
  const others = entriesOf(form).filter(([name]) => !names.includes(name));
  const entries = [...others, ...fields];
  const body = new URLSearchParams(entries.map(([name, value]) => [name, value])).toString();
  if (entries.length > mostFields || body.length > longestBody) return 'its form is too large.';
  return { action: action.href, body };
}

/** Whether a page shows the login form: a form with all these fields. */
export function showsLogin(html: string, names: readonly string[]): boolean {
  // Most pages name none of them, and need no parser.
  if (!names.every(name => html.includes(name))) return false;
  return elementsOf(parse(html)).some(
    element =>
      element.tagName === 'form' && names.every(name => elementsOf(element).some(control => attribute(control, 'name') === name)),
  );
}
