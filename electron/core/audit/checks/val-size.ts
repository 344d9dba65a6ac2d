import { type AuditUrl, type Check, pageCheck, responseCheck, threshold, urlCheck } from '../check.ts';
import { ofHeader, ofNumber } from '../items.ts';
import { responseStanding } from '../populations.ts';
import { varyCheck } from './probed.ts';
import { notedElements } from './val-document.ts';
import { carbonCheck } from './weight.ts';

const codeTypes = /^(text\/css|(text|application)\/(x-)?(java|ecma)script)$/;
/** Style sheets and scripts, by how pages load them or by their media type. */
const isCode = ({ class: kind, mime }: AuditUrl): boolean => kind === 'resource' && codeTypes.test(mime);

export const sizeChecks: readonly Check[] = [
  responseCheck({
    id: 'val.html_large',
    name: 'Large HTML',
    group: 'val',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    trigger: 'The HTML of the page is larger than 2 MB (2,097,152 bytes) after decoding.',
    why: 'Crawlers read only the beginning, so links and text after it are lost.',
    fix: 'Move scripts, styles and data into separate files, or divide the page.',
    sources: ['Google Search Central, Googlebot: file size limits'],
    thresholds: { bytes: threshold(2_097_152, 'Bytes above', 'bytes', 1) },
    test({ response: { bodyBytes } }, { bytes }) {
      if (bodyBytes === null) return 'no-body';
      return bodyBytes > bytes ? [ofNumber(bodyBytes)] : null;
    },
  }),
  urlCheck({
    id: 'val.resource_large',
    name: 'Large style sheet or script',
    group: 'val',
    type: 'warning',
    priority: 'M',
    population: 'resources',
    trigger: 'A style sheet or script is larger than 2 MB (2,097,152 bytes), by its Content-Length or the bytes that came.',
    why: 'The page waits for it, and crawlers that render may cut it.',
    fix: 'Divide the file, and load only what the page needs.',
    sources: ['Google Search Central, Googlebot: file size limits'],
    thresholds: { bytes: threshold(2_097_152, 'Bytes above', 'bytes', 1) },
    applies: (url, site) => isCode(url) || site.isLinkedAs(url.id, 'script') || site.isLinkedAs(url.id, 'stylesheet'),
    test(url, { bytes }) {
      const standing = responseStanding(url);
      if (standing !== 'answered') return standing;
      if (url.status !== null && (url.status < 200 || url.status > 299)) return null;
      if (url.bytes === null) return 'no-body';
      return url.bytes > bytes ? [ofNumber(url.bytes), ...(url.check === '' ? [] : [{ value: 'by Content-Length' }])] : null;
    },
  }),
  notedElements(['frame'], {
    group: 'val',
    id: 'val.frames',
    name: 'Frames',
    type: 'warning',
    priority: 'L',
    trigger: 'The page has a frameset or frame element.',
    why: 'Frames are obsolete. Search engines list their parts as separate pages.',
    fix: 'Build the page without frames.',
    sources: ['HTML standard, 16.2 Non-conforming features'],
  }),
  notedElements(['plug-in'], {
    group: 'val',
    id: 'val.plugins',
    name: 'Plug-in content',
    type: 'warning',
    priority: 'L',
    trigger: 'The page has an applet, or an object or embed of a plug-in type such as Flash, Java or Silverlight.',
    why: 'Browsers do not run plug-ins any more.',
    fix: 'Replace the content with HTML, or remove it.',
    sources: ['HTML standard, 16.2 Non-conforming features'],
  }),
  pageCheck({
    id: 'val.unclosed_comment',
    name: 'Unclosed comment or script',
    group: 'val',
    type: 'issue',
    priority: 'M',
    population: 'pages',
    trigger: 'The page ends inside a comment, script, style, title or textarea.',
    why: 'Everything after its start is lost: browsers do not show it, crawlers do not read it.',
    fix: 'Close the element or comment.',
    sources: ['HTML standard, 13.2.5 Tokenization'],
    test({ facts: { document }, response: { bodyEnd } }) {
      const found = document?.filter(note => note.startsWith('unclosed-')) ?? [];
      if (found.length === 0) return null;
      // Cut by the crawl, it may well be closed later.
      return bodyEnd === 'too-large' || bodyEnd === 'truncated'
        ? 'cut'
        : found.map(value => ({ value: value.slice('unclosed-'.length) }));
    },
  }),
  responseCheck({
    id: 'val.http_content_length',
    name: 'Content-Length differs from the body',
    group: 'val',
    type: 'warning',
    priority: 'L',
    population: 'internal',
    trigger: 'Content-Length of a response without Content-Encoding is another number than the bytes of the body that came.',
    why: 'Clients wait for bytes that never come, or cut the page.',
    fix: 'Correct the program or proxy that sets the header.',
    sources: ['RFC 9110, 8.6 Content-Length', 'RFC 9112, 6.3 Message Body Length'],
    applies: page => page.header('content-length') !== null && page.header('content-encoding') === null,
    test(page) {
      const header = page.header('content-length');
      const { wireBytes, bodyEnd } = page.response;
      if (header === null) return null;
      if (bodyEnd === 'too-large') return 'cut';
      if (wireBytes === null) return 'no-body';
      return Number(header.value.trim()) === wireBytes ? null : [ofHeader(header), ofNumber(wireBytes)];
    },
  }),
];

export const pendingValidationChecks: readonly Check[] = [varyCheck, carbonCheck];
