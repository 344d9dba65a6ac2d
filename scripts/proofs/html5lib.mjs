// Compares the page reader with html5lib's tests of the tokenizer and of encodings, as far as they apply, and prints each class of differences
// with its reason. Exit 1 at a difference of no class.
//
//   node_modules/.bin/node scripts/proofs/html5lib.mjs DIR [--all]   DIR has tokenizer/*.test and encoding/*.dat; --all prints each difference
//
// Compared are start and end tags with their names, attributes that the reader knows, and text. The reader makes no tokens of DOCTYPEs and
// comments, and none of attributes that no fact needs.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodingOfLabel } from '../../electron/core/html/charset.ts';
import { extractHtml } from '../../electron/core/html/extract.ts';
import { attributeId } from '../../electron/core/html/names.ts';
import { decodeReferences } from '../../electron/core/html/references.ts';
import { CONTENT, Scanner } from '../../electron/core/html/scanner.ts';
import { printFigures } from './figures.mjs';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean', default: false } } });
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('usage: html5lib.mjs DIR [--all]\n');
  process.exit(2);
}

/** States of the tokenizer in which a test begins, as the content of an element before it. */
const MODELS = {
  'Data state': CONTENT.data,
  'RCDATA state': CONTENT.rcdata,
  'RAWTEXT state': CONTENT.rawtext,
  'Script data state': CONTENT.script,
  'PLAINTEXT state': CONTENT.plaintext,
};
const attributeNumber = name => {
  try {
    return attributeId(name);
  } catch {
    return -1;
  }
};

/** What the reader makes of a text: texts, and tags with the named attributes. */
function tokensOf(input, model, opener, names) {
  const text = opener + input;
  const tokens = [];
  const add = part => {
    if (part === '') return;
    const last = tokens.at(-1);
    if (last?.[0] === 'Character') last[1] += part;
    else tokens.push(['Character', part]);
  };
  let decoded = true;
  let isFirst = opener !== '';
  // References may not be cut by two calls that belong together.
  let waiting = '';
  const flush = () => {
    add(decoded ? decodeReferences(waiting, false) : waiting);
    waiting = '';
  };
  const sink = {
    text(start, end) {
      waiting += text.slice(start, end);
    },
    startTag(tag) {
      if (isFirst) {
        isFirst = false;
        decoded = model !== CONTENT.plaintext;
        return model;
      }
      flush();
      const attributes = {};
      for (const name of names) {
        const id = attributeNumber(name);
        if (id >= 0 && tag.has(id)) attributes[name] = decodeReferences(text.slice(tag.valueStart[id], tag.valueEnd[id]), true);
      }
      tokens.push(['StartTag', text.slice(tag.nameStart, tag.nameEnd).replace(/[A-Z]/g, c => c.toLowerCase()), attributes]);
      return CONTENT.data;
    },
    endTag(tag) {
      flush();
      tokens.push(['EndTag', text.slice(tag.nameStart, tag.nameEnd).replace(/[A-Z]/g, c => c.toLowerCase())]);
    },
    rawText(start, end) {
      const raw = text.slice(start, end);
      add(model === CONTENT.rcdata ? decodeReferences(raw, false) : raw);
    },
    unclosedComment: () => undefined,
    inForeignContent: () => false,
  };
  new Scanner(text, sink).run();
  flush();
  return tokens;
}

const unescaped = value =>
  JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === 'string'
      ? each.replace(/\\u([0-9a-fA-F]{4})/g, (__, code) => String.fromCharCode(Number.parseInt(code, 16)))
      : each,
  );

/** The tokens of a test that the reader makes too, texts joined; `unknown` counts attributes that it does not know. */
function expectedOf(output) {
  const tokens = [];
  let unknown = 0;
  for (const [kind, value, given] of output) {
    if (kind === 'Character') {
      if (tokens.at(-1)?.[0] === 'Character') tokens.at(-1)[1] += value;
      else tokens.push([kind, value]);
    } else if (kind === 'EndTag') tokens.push([kind, value]);
    else if (kind === 'StartTag') {
      const names = Object.keys(given);
      const known = names.filter(name => attributeNumber(name) >= 0);
      unknown += names.length - known.length;
      tokens.push([kind, value, Object.fromEntries(known.map(name => [name, given[name]]))]);
    }
  }
  return { tokens, unknown };
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const mapped = (tokens, change) =>
  JSON.parse(JSON.stringify(tokens), (_, each) => (typeof each === 'string' ? change(each) : each));
const newlines = text => text.replace(/\r\n?/g, '\n');
const nuls = text => text.replaceAll('\0', '\ufffd');

/** Classes of differences with their reasons, in the order in which they are tried; a token stream that then agrees belongs to the class. */
const classes = [
  [
    'newlines',
    'CR and CR LF stay as they are: words, links and facts see white space either way.',
    tokens => mapped(tokens, newlines),
  ],
  [
    'NUL',
    'A NUL stays as it is in names, values and raw text, where the standard puts U+FFFD: both are no word.',
    tokens => mapped(tokens, nuls),
  ],
  ['newlines and NUL', 'Both.', tokens => mapped(tokens, text => nuls(newlines(text)))],
];
const found = new Map();
const differ = (what, name, input, expected, ours) => {
  const entry = found.get(what) ?? { count: 0, example: '' };
  entry.count += 1;
  const line = `${name}: ${JSON.stringify(input).slice(0, 100)} expected ${JSON.stringify(expected).slice(0, 200)}, ours ${JSON.stringify(ours).slice(0, 200)}`;
  entry.example ||= line;
  found.set(what, entry);
  if (values.all) console.log(`${what}: ${line}`);
};

const counts = { tokenizer: 0, equal: 0, notRead: 0, unknown: 0, encodings: 0, sameEncoding: 0, byScript: 0 };
for (const path of globSync('tokenizer/*.test', { cwd: folder }).sort()) {
  const { tests = [], xmlViolationTests } = JSON.parse(readFileSync(join(folder, path), 'utf8'));
  if (xmlViolationTests) counts.notRead += xmlViolationTests.length;
  for (const raw of tests) {
    const {
      input,
      output,
      initialStates = ['Data state'],
      lastStartTag = 'xmp',
      description,
    } = raw.doubleEscaped ? unescaped(raw) : raw;
    for (const state of initialStates) {
      const model = MODELS[state];
      // CDATA sections are in SVG and MathML, whose text is not read; the contents of a script end at </script>, and at no other end tag.
      if (model === undefined || (model === CONTENT.script && lastStartTag !== 'script' && /<\/(?!script)/i.test(input))) {
        counts.notRead += 1;
        continue;
      }
      counts.tokenizer += 1;
      const { tokens: expected, unknown } = expectedOf(output);
      counts.unknown += unknown;
      const names = [...new Set(expected.flatMap(token => Object.keys(token[2] ?? {})))];
      const ours = tokensOf(input, model, state === 'Data state' ? '' : `<${lastStartTag}>`, names);
      if (same(expected, ours)) {
        counts.equal += 1;
        continue;
      }
      const known = classes.find(([, , change]) => same(change(expected), change(ours)));
      differ(known?.[0] ?? 'no class', `${basename(path)}, ${description}, ${state}`, input, expected, ours);
    }
  }
}

const DEFAULT = 'default encoding';

for (const path of globSync('encoding/**/*.dat', { cwd: folder }).sort()) {
  const bytes = readFileSync(join(folder, path)).toString('latin1');
  for (const [, data, label] of bytes.matchAll(/#data\n([\s\S]*?)\n#encoding\n(\S+)/g)) {
    if (path.includes('scripted')) {
      counts.byScript += 1;
      continue;
    }
    counts.encodings += 1;
    const expected = encodingOfLabel(label);
    const facts = extractHtml(new Uint8Array(Buffer.from(data, 'latin1')), { contentType: null, maxLinks: 100, robotNames: [] });
    const ours = { charset: facts.charset, source: facts.charsetSource };
    if (ours.charset === expected) counts.sameEncoding += 1;
    else
      differ(
        ours.source === 'default' && expected === 'windows-1252' ? DEFAULT : 'no class',
        basename(path),
        data,
        expected,
        ours,
      );
  }
}

console.log(
  `tokenizer: ${counts.tokenizer} tests in a state of the reader, ${counts.equal} equal; ${counts.notRead} of CDATA sections, of XML and of impossible states not read; ${counts.unknown} attributes that the reader does not know`,
);
console.log(`encodings: ${counts.encodings} tests, ${counts.sameEncoding} equal; ${counts.byScript} that need scripts`);
const reasons = new Map([
  ...classes,
  [DEFAULT, 'Without a declaration, bytes that are valid UTF-8 are read as UTF-8; the test takes the default of a browser.'],
]);
for (const [what, { count, example }] of found) console.log(`${what}: ${count}. ${reasons.get(what) ?? ''} ${example}`);
printFigures(counts.tokenizer + counts.encodings, found.get('no class')?.count ?? 0, {
  equal: counts.equal + counts.sameEncoding,
});
