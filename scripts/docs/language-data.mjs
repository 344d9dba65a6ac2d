// node scripts/docs/language-data.mjs: writes electron/core/text/language-data.ts from the smallest data set of the installed eld.
// Needs Node 24.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
export const LANGUAGE_FILE = join(root, 'electron/core/text/language-data.ts');
const eld = join(root, 'node_modules/eld');
const module = name => import(pathToFileURL(join(eld, 'src', name)).href);

/** The bytes of a piece of a word as one number, the first lowest. */
const packed = bytes => bytes.reduce((sum, byte, i) => sum + byte * 256 ** i, 0);

/** Everything that the detector needs, see `LanguageData`. */
export async function languageData() {
  const { ngramsData } = await module('ngrams/extrasmall.js');
  const { dictionary } = await module('dictionary.js');
  const { avgScore } = await module('avgScore.js');
  const { separators } = await module('regexPatterns.js');
  // One character of eld's keys is one byte.
  const byteOf = new Map(
    [...dictionary].flatMap((character, byte) => (byte > 127 && character !== ' ' ? [[character, byte]] : [])),
  );
  const names = Object.values(ngramsData.languages);
  const groups = [[], [], [], []];
  for (const [ngram, scores] of Object.entries(ngramsData.ngrams)) {
    const [starts, ends] = [ngram.startsWith(' '), ngram.endsWith(' ')];
    const bytes = [...ngram.trim()].map(character => byteOf.get(character) ?? character.charCodeAt(0));
    if (bytes.length === 0 || bytes.length > 4 || bytes.some(byte => byte > 255))
      throw new Error(`no piece of a word: “${ngram}”`);
    groups[(starts ? 1 : 0) + (ends ? 2 : 0)].push({
      key: packed(bytes),
      scores: Object.entries(scores).map(([id, score]) => [Number(id), score]),
    });
  }
  const sorted = groups.flatMap(group => group.sort((a, b) => a.key - b.key));
  const bytes = Buffer.concat([
    Buffer.from(Uint32Array.from(sorted, ({ key }) => key).buffer),
    Uint8Array.from(sorted, ({ scores }) => scores.length),
    Uint8Array.from(sorted.flatMap(({ scores }) => scores.map(([id]) => id))),
    Uint8Array.from(sorted.flatMap(({ scores }) => scores.map(([, score]) => score))),
  ]);
  const { version } = JSON.parse(readFileSync(join(eld, 'package.json'), 'utf8'));
  return {
    version,
    languages: names.join(' '),
    averages: names.map(name => avgScore[name]),
    letters: separators.source.slice('[^'.length, separators.source.indexOf(']+')),
    counts: groups.map(({ length }) => length),
    base64: bytes.toString('base64'),
  };
}

export function fileText({ version, languages, averages, letters, counts, base64 }) {
  return `// Written by scripts/docs/language-data.mjs: do not edit.
// The n-grams of eld ${version}, size "extrasmall", copyright 2023 Nito T.M., packed. Licensed under the Apache License 2.0: see NOTICE.md.
import type { LanguageData } from './language-scores.ts';

export const languageData: LanguageData = {
  languages: '${languages}',
  averages: [${averages.join(', ')}],
  letters:
    ${JSON.stringify(letters)},
  counts: [${counts.join(', ')}],
  base64:
    '${base64}',
};
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(LANGUAGE_FILE, fileText(await languageData()));
