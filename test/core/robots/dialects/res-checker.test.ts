import { describe } from 'vitest';
import { fetches, plays } from './table.ts';

describe('res-checker (the standard of 1994 as a checker reads it)', () => {
  plays('res-checker', [
    ['a path needs no slash: the file', 'User-agent: *|Disallow: email.htm', 'Bot', '/email.htm', 'D2'],
    ['the directory of that name', 'User-agent: Spot|Disallow: john', 'Spot', '/john/a.html', 'D2'],
    ['and everything that begins so', 'User-agent: Spot|Disallow: john', 'Spot', '/johnny.html', 'D2'],
    ['a bot of its own name', 'User-agent: googlebot|Disallow: cheese.htm', 'Googlebot', '/cheese.htm', 'D2'],
    ['and no other', 'User-agent: googlebot|Disallow: cheese.htm', 'Spot', '/cheese.htm', 'A no-group'],
    ['there is no Allow', 'User-agent: Spot|Disallow: /john/|allow: /john/jane', 'Spot', '/john/jane', 'D2'],
    ['a star is a character', 'User-agent: *|Disallow: *', 'Bot', '/a', 'A no-match'],
    ['an empty Disallow opens everything', 'User-agent: *|Disallow:', 'Bot', '/a', 'A no-match'],
  ]);
  fetches('res-checker', ['allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', 'allow-all', null]);
});
