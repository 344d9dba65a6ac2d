import { describe, expect, it } from 'vitest';
import { plainOctets } from '#core/html/octets.ts';
import { openPage } from '#core/html/page-text.ts';
import { type JsonNode, JsonObject, parseJson } from '#core/structured/json-parser.ts';

const bounds = { depth: 100, nodes: 1_000 };

function parse(json: string, limits = bounds) {
  const page = openPage(new TextEncoder().encode(json), 'utf-8', plainOctets);
  return parseJson(page, { start: 0, end: page.text.length }, limits);
}

function plain(node: JsonNode): unknown {
  if (node instanceof JsonObject) return Object.fromEntries([...node.entries].map(([key, value]) => [key, plain(value)]));
  return Array.isArray(node) ? node.map(plain) : node;
}

function value(json: string): unknown {
  const result = parse(json);
  return 'node' in result ? plain(result.node) : result.fault;
}

describe('JSON', () => {
  it.each([
    '{"a":[1,-2.5e3,0.1,true,false,null,{"b":{}},[]],"ü":"\\u00e4\\n\\"\\\\\\/😀"}',
    ' [ { "a" : "b" , "c" : [ ] } , "x" ] ',
    '"text"',
    '0',
    '[[[[]]]]',
    '{"a":1,"a":2}',
    '{"":"","\\ud83d\\ude00":"\\ud83d\\ude00"}',
  ])('%s is what JSON.parse makes of it', json => {
    expect(value(json)).toEqual(JSON.parse(json));
  });

  it.each([
    ['', 'empty', 0],
    [' \n', 'empty', 2],
    ['{"a":1,}', 'trailing-comma', 6],
    ['[1,2,]', 'trailing-comma', 4],
    ['{"a":1 "b":2}', 'missing-comma', 7],
    ['[{} {}]', 'missing-comma', 4],
    ['{"a":"b "c" d"}', 'quote-in-string', 8],
    ['{"a "b": 1}', 'quote-in-string', 4],
    ['["ä"ö"]', 'quote-in-string', 4],
    ['{"a" 1}', 'missing-colon', 5],
    ['{"a":}', 'missing-value', 5],
    ['[,1]', 'missing-value', 1],
    ['{a:1}', 'unquoted-key', 1],
    ["{'a':1}", 'single-quotes', 1],
    ['{"a":\'b\'}', 'single-quotes', 5],
    ['{“a”:1}', 'curly-quotes', 1],
    ['{"a":"b\nc"}', 'line-break-in-string', 7],
    ['{"a":"b\tc"}', 'control-in-string', 7],
    ['{"a":"\\x"}', 'bad-escape', 6],
    ['{"a":"\\u12g4"}', 'bad-escape', 6],
    ['{"a":1 // one\n}', 'comment', 7],
    ['/* one */{}', 'comment', 0],
    ['{&quot;a&quot;:1}', 'html-entity', 1],
    ['{"a":01}', 'bad-number', 5],
    ['{"a":1.}', 'bad-number', 5],
    ['{"a":.5}', 'bad-number', 5],
    ['{"a":True}', 'bad-word', 5],
    ['{"a":undefined}', 'bad-word', 5],
    ['{}{}', 'text-after', 2],
    ['{};', 'text-after', 2],
    ['{"a":1', 'unexpected-end', 6],
    ['{"a"', 'unexpected-end', 4],
    ['[', 'unexpected-end', 1],
    ['{"a":"b', 'unclosed-string', 5],
    ['{"a":"b\\', 'unclosed-string', 5],
    ['{"a":1]', 'unexpected-character', 6],
    ['{#}', 'unexpected-character', 1],
  ])('%j has the fault %s at %i', (json, code, at) => {
    expect(() => JSON.parse(json)).toThrow();
    expect(value(json)).toEqual({ code, at });
  });

  it('knows the place of each object', () => {
    const result = parse('  {"a": {"b": 1}}');
    const outer = 'node' in result ? result.node : null;
    const inner = outer instanceof JsonObject ? outer.entries.get('a') : null;
    expect(outer).toMatchObject({ start: 2, end: 17 });
    expect(inner).toMatchObject({ start: 8, end: 16 });
  });

  it('keeps nothing below the greatest depth, and still finds the errors there', () => {
    const deep = (inner: string) => `${'['.repeat(200_000)}${inner}${']'.repeat(200_000)}`;
    expect(parse(deep('1'), { depth: 3, nodes: 100 })).toMatchObject({ node: [[[]]], droppedNodes: 199_998 });
    expect(parse(deep('1,'), { depth: 3, nodes: 100 })).toMatchObject({ fault: { code: 'trailing-comma', at: 200_001 } });
  });

  it('keeps at most so many values', () => {
    const result = parse(`[${Array.from({ length: 50 }, (_, i) => i).join(',')}]`, { depth: 3, nodes: 10 });
    expect(result).toEqual({ node: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], keptNodes: 10, droppedNodes: 40 });
  });
});
