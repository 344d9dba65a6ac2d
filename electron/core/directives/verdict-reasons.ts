import type { EngineCanonical } from '#core/canonical/as-engine.ts';
import type { Knob } from '#core/robots/dialect.ts';
import { ignoredWords, lostWords } from '#shared/explain/directives.ts';
import { verdictSentence, verdictWords } from '#shared/explain/page-verdict.ts';
import { canonicalIgnored, engineRule, refreshMeaning, refreshTarget, wordRule } from '#shared/explain/verdict-words.ts';
import type {
  Aspect,
  DirectiveReading,
  VerdictPlace,
  VerdictReason,
  VerdictReasonId,
  VerdictSubject,
} from '#shared/model/directives.ts';
import type { CanonicalDeclaration, Directive, Located } from '#shared/model/page.ts';
import type { DirectiveEngine } from './engine.ts';
import type { RobotsFacts, StoredPage } from './verdict-facts.ts';

/** Most ignored and overruled directives that are listed per verdict. */
const MOST = 40;

interface Given {
  readonly place?: VerdictPlace;
  readonly text?: string;
  readonly why?: string;
  readonly meaning?: string;
  readonly rule?: string;
}

const nowhere: VerdictPlace = { kind: 'none' };
const ruleOf = (name: string, knob: Knob<unknown>): string => engineRule(name, knob);

const placeOf = (source: CanonicalDeclaration['source']): VerdictPlace =>
  source.kind === 'header'
    ? { kind: 'header', index: source.index }
    : { kind: 'bytes', start: source.at.start, end: source.at.end };

const textOf = ({ source }: Pick<Directive, 'source'>): string =>
  source.kind === 'meta' ? `<meta name="${source.name}" content="${source.text}">` : `${source.name}: ${source.text}`;
const wordOf = ({ word, value }: Directive): string => (value === '' ? word : `${word}: ${value}`);

/** Collects the reasons of one verdict, in the order they are found. */
export class Reasons {
  readonly list: VerdictReason[] = [];
  readonly #engine: DirectiveEngine;

  constructor(engine: DirectiveEngine) {
    this.#engine = engine;
  }

  add(id: VerdictReasonId, about: VerdictSubject, input: VerdictReason['input'], given: Given = {}): void {
    const { place = nowhere, text = '', why = '', meaning = '', rule = '' } = given;
    const sentence = verdictSentence(id, { text, why, meaning });
    this.list.push({ id, about, input, place, text, sentence, rule, flip: verdictWords[id].flip });
  }

  robots({ known, reason, line, rule }: RobotsFacts): void {
    if (!known) return;
    if (line > 0) this.add('robots-rule', 'crawl', 1, { place: { kind: 'robots-line', line }, text: rule });
    else if (reason === 'no-file') this.add('robots-unavailable', 'crawl', 1);
    else if (reason === 'unreachable') this.add('robots-unreachable', 'crawl', 1);
  }

  /** Directives in places that the crawler does not read. */
  behindBlock({ index, follow }: DirectiveReading, canonical: EngineCanonical): void {
    const hidden = (id: VerdictReasonId, about: VerdictSubject, { value, by }: Aspect<string>): void => {
      const first = by[0];
      if (value === 'no' && first) this.#directive(id, about, first);
    };
    hidden('noindex-behind-block', 'index', index);
    hidden('nofollow-behind-block', 'follow', follow);
    if (canonical.kind !== 'elsewhere') return;
    const source = canonical.declarations[0]?.source;
    this.add('canonical-behind-block', 'canonical', source?.kind === 'header' ? 3 : 4, {
      place: source ? placeOf(source) : nowhere,
      text: canonical.url,
    });
  }

  onRedirect({ index, follow }: DirectiveReading): void {
    for (const directive of new Set([...index.by, ...follow.by])) this.#directive('redirect-directive', 'index', directive);
  }

  reading(reading: DirectiveReading, headEndedBy: Located | null): void {
    const { index, follow, snippet, cache, ifEmbedded } = reading;
    if (index.value === 'choice') this.add('robots-choice', 'index', 4, { rule: this.#combination() });
    if (index.value === 'no') for (const directive of index.by) this.#directive(noindexId(directive), 'index', directive);
    if (follow.value === 'choice') this.add('robots-choice', 'follow', 4, { rule: this.#combination() });
    if (follow.value === 'no') for (const directive of follow.by) this.#stops(directive);
    for (const directive of ifEmbedded.by) this.#directive('if-embedded', 'index', directive);
    for (const directive of snippet.value >= 0 ? snippet.by : []) this.#directive('snippet-limit', 'snippet', directive);
    if (cache.value !== 'yes') {
      const rule = cache.lost.length > 0 ? ruleOf('both', this.#engine.bothCaches) : '';
      for (const directive of cache.by) this.#directive('cache-limit', 'snippet', directive, { rule });
    }
    this.#setAside(reading);
    const all = [...index.by, ...follow.by, ...reading.ignored.map(each => each.directive)];
    const uncertain = all.find(each => each.scopeUncertain);
    if (uncertain) this.#directive('scope-uncertain', 'index', uncertain);
    if (headEndedBy && all.some(({ source }) => source.kind === 'meta' && source.inBody))
      this.add('head-closed-early', 'index', 4, {
        place: { kind: 'bytes', ...headEndedBy.at },
        text: headEndedBy.value,
        rule: ruleOf('place of meta elements', this.#engine.metaPlace),
      });
  }

  canonical({ kind, url, declarations, why }: EngineCanonical, noindex: boolean): void {
    const source = declarations[0]?.source;
    const input = source?.kind === 'header' ? 3 : 4;
    const place = source ? placeOf(source) : nowhere;
    const rule = ruleOf('canonical', this.#engine.canonical);
    if (kind === 'elsewhere') this.add('canonical-elsewhere', 'canonical', input, { place, text: url, rule });
    if (kind === 'elsewhere' && noindex) this.add('canonical-unprotected', 'canonical', input, { place, rule });
    if (kind === 'conflict')
      for (const each of declarations)
        this.add('canonical-conflict', 'canonical', input, { place: placeOf(each.source), text: each.href, rule });
    if (kind === 'invalid') this.add('canonical-invalid', 'canonical', input, { place, text: url, rule });
    if (kind === 'ignored' || kind === 'not-read')
      this.add('canonical-ignored', 'canonical', input, {
        place,
        text: url || (declarations[0]?.href ?? ''),
        why: canonicalIgnored[why],
        rule,
      });
  }

  refresh({ seconds, href, at }: NonNullable<StoredPage['refresh']>): void {
    const { refresh } = this.#engine;
    const meaning = refreshMeaning(refresh.value, seconds);
    const place: VerdictPlace = typeof at === 'number' ? { kind: 'header', index: at } : { kind: 'bytes', ...at.at };
    this.add('refresh', 'canonical', typeof at === 'number' ? 2 : 4, {
      place,
      text: refreshTarget(href),
      meaning,
      rule: ruleOf('refresh', refresh),
    });
  }

  #combination(): string {
    return ruleOf('contradictions', this.#engine.combination);
  }

  #stops(directive: Directive): void {
    const { word } = directive;
    if (word === 'canonical')
      this.#directive('canonical-stops-links', 'follow', directive, {
        rule: ruleOf('canonical in a header stops links', this.#engine.canonicalHeaderStopsLinks),
      });
    else if (word === 'noindex')
      this.#directive('noindex-stops-links', 'follow', directive, {
        rule: ruleOf('plain noindex stops links', this.#engine.noindexStopsLinks),
      });
    else this.#directive('page-nofollow', 'follow', directive);
  }

  /** What was overruled or ignored, each directive once. */
  #setAside(reading: DirectiveReading): void {
    const aspects: readonly (readonly [VerdictSubject, Aspect<unknown>])[] = [
      ['index', reading.index],
      ['follow', reading.follow],
      ['snippet', reading.snippet],
      ['snippet', reading.cache],
    ];
    for (const [about, { lost }] of aspects)
      for (const { directive, why } of lost.slice(0, MOST))
        this.#directive('overruled', about, directive, {
          text: wordOf(directive),
          why: lostWords[why],
          rule: this.#combination(),
        });
    for (const { directive, why } of reading.ignored.slice(0, MOST)) {
      if (why === 'other-robot')
        this.#directive(directive.source.kind === 'header' ? 'header-other-agent' : 'meta-other-agent', 'others', directive);
      else if (why === 'implied') this.#directive('implied-directive', 'index', directive, { text: wordOf(directive) });
      else this.#directive('ignored-directive', 'index', directive, { text: wordOf(directive), why: ignoredWords[why] });
    }
  }

  #directive(id: VerdictReasonId, about: VerdictSubject, directive: Directive, given: Given = {}): void {
    const input = directive.source.kind === 'header' ? 3 : 4;
    const { name, words } = this.#engine;
    const rule = given.rule ?? wordRule(name, directive.word, words.source);
    this.add(id, about, input, { place: placeOf(directive.source), text: textOf(directive), ...given, rule });
  }
}

const noindexId = ({ word, source }: Directive): VerdictReasonId =>
  word === 'unavailable_after' ? 'unavailable-after' : source.kind === 'meta' ? 'meta-noindex' : 'header-noindex';
