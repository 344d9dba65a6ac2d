import { parse, type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree } from 'parse5';
import type { LoginField } from '#shared/login-fields.ts';

/** What to send to log in. */
export interface LoginRequest {
  readonly action: string;
  /** `application/x-www-form-urlencoded`. */
  readonly body: string;
}

/** A page with more forms before that of its login is no login page. */
const mostForms = 20;
const mostFields = 200;
const longestBody = 65_536;

type Element = Tree.Element;

const attribute = (element: Element, name: string): string | null =>
  element.attrs.find(each => each.name === name)?.value ?? null;

/** Forms that are looked at, and the first `base` of the page. */
interface Page {
  readonly forms: readonly Form[];
  readonly base: Element | null;
}

/** A form with its elements in document order. An element belongs to the innermost form around it. */
interface Form {
  readonly element: Element;
  readonly elements: Element[];
  /** Of each select that is not inside another. */
  readonly options: Map<Element, Element[]>;
}

/** Where an element is. */
interface Place {
  readonly node: Tree.Node;
  readonly form: Form | null;
  readonly select: Element | null;
}

/** The first forms of a page. Visits each element once, however deep forms are nested. */
function readForms(html: string): Page {
  const forms: Form[] = [];
  let base: Element | null = null;
  const waiting: Place[] = [{ node: parse(html), form: null, select: null }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { node } = place;
    let { form, select } = place;
    if (tree.isElementNode(node)) {
      form?.elements.push(node);
      if (node.tagName === 'form') {
        form = forms.length < mostForms ? { element: node, elements: [], options: new Map() } : null;
        if (form) forms.push(form);
        select = null;
      } else if (node.tagName === 'select') select ??= node;
      else if (node.tagName === 'option' && form && select) optionsOf(form, select).push(node);
      else if (node.tagName === 'base' && attribute(node, 'href') !== null) base ??= node;
    }
    const children = 'childNodes' in node ? node.childNodes : [];
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push({ node: children[at] as Tree.Node, form, select });
  }
  return { forms, base };
}

function optionsOf({ options }: Form, select: Element): Element[] {
  const known = options.get(select) ?? [];
  options.set(select, known);
  return known;
}

/** Whether a form has all these fields. */
function hasFields({ elements }: Form, names: readonly string[]): boolean {
  const own = new Set(elements.map(element => attribute(element, 'name')));
  return names.every(name => own.has(name));
}

const textOf = (element: Element): string => element.childNodes.map(node => (tree.isTextNode(node) ? node.value : '')).join('');

/** The controls that a form sends by itself, as name and value (HTML, constructing the form data set). */
function entriesOf({ elements, options }: Form): [string, string][] {
  const entries: [string, string][] = [];
  let hasSubmit = false;
  for (const element of elements) {
    const name = attribute(element, 'name') ?? '';
    if (name === '' || attribute(element, 'disabled') !== null) continue;
    const type = (attribute(element, 'type') ?? '').toLowerCase();
    const value = attribute(element, 'value');
    if (element.tagName === 'textarea') entries.push([name, textOf(element)]);
    else if (element.tagName === 'select') {
      const own = options.get(element) ?? [];
      const chosen = own.find(option => attribute(option, 'selected') !== null) ?? own[0];
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
  const { forms, base } = readForms(html);
  const names = fields.map(([name]) => name);
  const form = forms.find(each => hasFields(each, names));
  if (!form) return `no form of the page has the fields ${nameList(names)}.`;
  if ((attribute(form.element, 'method') ?? 'get').toLowerCase() !== 'post')
    return 'its form does not use POST, so the values would be in the URL.';
  const encoding = (attribute(form.element, 'enctype') ?? '').toLowerCase();
  if (encoding !== '' && encoding !== 'application/x-www-form-urlencoded')
    return `its form has the encoding ${encoding.slice(0, 50)}, which Crawlscope cannot send.`;
  const baseUrl =
    (base && URL.canParse(attribute(base, 'href') ?? '', pageUrl) && new URL(attribute(base, 'href') ?? '', pageUrl).href) ||
    pageUrl;
  const written = (attribute(form.element, 'action') ?? '').trim();
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
  return readForms(html).forms.some(form => hasFields(form, names));
}
