import type { IgnoredDirective, IgnoredWhy } from '#shared/model/directives.ts';
import type { Directive } from '#shared/model/page.ts';
import type { DirectiveEngine } from './engine.ts';
import { PLAIN_DIRECTIVES, VALUED_DIRECTIVES } from './words.ts';

/** A directive that counts for an engine, with one of the words it means: `none` means several. */
export interface Heard {
  readonly word: string;
  readonly directive: Directive;
  /** It names the robot rather than all of them. */
  readonly specific: boolean;
}

const isKnown = (word: string): boolean => PLAIN_DIRECTIVES.has(word) || VALUED_DIRECTIVES.has(word);
const POSITIVE: ReadonlySet<string> = new Set(['all', 'index', 'follow']);

/** Several words without a comma between them, at least one of them a known directive. */
const misparted = (word: string): boolean => {
  const parts = word.split(/[;|\s]+/).filter(part => part !== '');
  return parts.length > 1 && parts.some(isKnown);
};

/** Separates the directives that count for an engine from the others, in the order written. `none` is split into its words. */
export function sift(
  engine: DirectiveEngine,
  written: readonly Directive[],
  robotNames: readonly string[],
): { readonly heard: readonly Heard[]; readonly ignored: IgnoredDirective[] } {
  const names = new Set(robotNames);
  const heard: Heard[] = [];
  const ignored: IgnoredDirective[] = [];
  for (const directive of written) {
    const why = deafTo(engine, directive, names);
    if (why) {
      ignored.push({ directive, why });
      continue;
    }
    const specific = directive.agent !== '' && names.has(directive.agent);
    for (const word of directive.word === 'none' ? engine.none.value : [directive.word])
      heard.push({ word, directive, specific });
  }
  return { heard, ignored };
}

function deafTo(engine: DirectiveEngine, { word, agent, source }: Directive, names: ReadonlySet<string>): IgnoredWhy | null {
  const draft = source.kind === 'header' && source.name.toLowerCase() === 'robots-tag';
  if (draft && !engine.robotsTag.value) return 'report-only';
  if (source.kind === 'header') {
    if (engine.header.value === 'undocumented') return 'header-not-read';
    if (agent !== '' && !names.has(agent)) return 'other-robot';
  } else {
    if (!speaksTo(engine, agent, names)) return 'other-robot';
    if (source.inBody && engine.metaPlace.value === 'head') return 'not-in-head';
  }
  const support = Object.hasOwn(engine.words.value, word) ? engine.words.value[word] : undefined;
  if (support === 'no') return 'not-supported';
  if (support === 'implied') return 'implied';
  if (support !== undefined) {
    const barred = source.kind === 'header' && (support === 'meta' || (engine.header.value === 'negative' && POSITIVE.has(word)));
    return barred ? 'positive-in-header' : null;
  }
  if (isKnown(word)) return 'not-documented';
  return misparted(word) ? 'wrong-separator' : 'unknown-word';
}

function speaksTo(engine: DirectiveEngine, agent: string, names: ReadonlySet<string>): boolean {
  if (agent === '') return true;
  if (engine.metaNames.value === 'containing-robot') return agent.includes('robot');
  return engine.metaNames.value === 'robots-and-own' && names.has(agent);
}
