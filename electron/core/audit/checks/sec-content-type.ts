import { contentTypeOf } from '../../headers/content-type.ts';
import { type Check, responseCheck } from '../check.ts';
import { ofHeader } from '../items.ts';
import { kindOfBytes, kindOfType } from '../sniff.ts';

export const contentTypeChecks: readonly Check[] = [
  responseCheck({
    id: 'sec.bad_content_type',
    name: 'Wrong or missing content type',
    group: 'sec',
    type: 'warning',
    priority: 'L',
    population: 'fetched',
    trigger:
      'The response has a body without a Content-Type header, or the first bytes of the body are of another kind of file than it names.',
    why: 'Browsers may download a page instead of showing it, or run a file as something else.',
    fix: 'Send the media type of the file.',
    sources: ['RFC 9110, 8.3 Content-Type', 'WHATWG, MIME Sniffing, 7 Determining the computed MIME type'],
    test(page, _limits, site) {
      const { response, url, facts } = page;
      if (response.bodyBytes === 0) return null;
      const header = page.header('content-type');
      if (header === null || header.value.trim() === '') return header === null ? [] : [ofHeader(header)];
      const type = (contentTypeOf(response.headers) ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      const declared = kindOfType(type);
      if (declared === 'unknown') return null;
      // A page with elements is HTML: no need to read it again.
      if (declared === 'html' && facts !== null && facts.elements > 0) return null;
      const body = site.source.body(url.id);
      if (body === null) return 'no-body';
      const found = kindOfBytes(body);
      return found === 'unknown' || found === declared ? null : [ofHeader(header)];
    },
  }),
];
