import type { FetchFacts, LintInput } from '#core/lint/diagnostic.ts';
import { bytesOf, octets } from '../robots/reading.ts';
import { type Example, type Examples, forAll } from './example.ts';

const URL_ASKED = 'http://e.com/robots.txt';
const page = bytesOf('<!doctype html><title>Home</title>');
const answer = (fetch: Partial<FetchFacts>, bytes = bytesOf(forAll('Disallow: /a')), url = URL_ASKED): LintInput => ({
  bytes,
  url,
  fetch: { status: 200, contentType: 'text/plain', ...fetch },
});
const pair = (fires: Partial<FetchFacts>, near: Partial<FetchFacts> = {}): Example => ({
  fires: answer(fires),
  near: answer(near),
  line: 0,
});
const hops = (count: number): string[] => Array.from({ length: count }, (_, at) => `http://e.com/hop-${at}`);

export const fetchExamples: Examples = {
  'F-404': pair({ status: 404 }, { status: 403 }),
  'F-401': pair({ status: 403 }, { status: 404 }),
  'F-429': pair({ status: 429 }, { status: 404 }),
  'F-5XX': pair({ status: 503 }, { status: 404 }),
  'F-UNREACHABLE': pair({ status: null, problem: 'connection refused' }),
  'F-SLOW': pair({ elapsedMs: 12_000 }, { elapsedMs: 5000 }),
  'F-REDIR': pair({ redirects: ['https://e.com/robots.txt'] }, { redirects: [] }),
  'F-REDIR-HOST': pair({ redirects: ['http://www.e.com/robots.txt'] }, { redirects: ['https://e.com/robots.txt'] }),
  'F-REDIR-LONG': pair({ redirects: hops(6) }, { redirects: hops(5) }),
  'F-REDIR-LOOP': pair({ redirects: ['http://e.com/b', URL_ASKED] }, { redirects: ['http://e.com/b'] }),
  'F-REDIR-HTML': {
    fires: answer({ redirects: ['http://e.com/'] }, page),
    near: answer({ status: 404, redirects: ['http://e.com/'] }, page),
  },
  'F-HTML-REFRESH': {
    fires: answer({}, bytesOf('<html><meta http-equiv="refresh" content="0; url=/r.txt">')),
    near: answer({}, page),
  },
  'F-TYPE': pair({ contentType: 'text/html' }, { contentType: 'Text/Plain; charset=utf-8' }),
  'F-CHARSET': pair({ contentType: 'text/plain; charset=windows-1251' }, { contentType: 'text/plain; charset=UTF-8' }),
  'F-ENCODING': { fires: answer({}, octets('\x1f\x8b\x08\0')), near: answer({ contentEncoding: 'gzip' }) },
  'F-NOT-ROOT': { fires: answer({}, bytesOf(''), 'http://e.com/shop/robots.txt'), near: answer({}) },
  'F-NAME': { fires: answer({}, bytesOf(''), 'http://e.com/Robots.txt'), near: answer({}) },
  'F-CACHE': pair({ cacheControl: 'public, max-age=31536000' }, { cacheControl: 'max-age=86400' }),
  'F-NOT-200': pair({ status: 204 }, { status: 404 }),
};
