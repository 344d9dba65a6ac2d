import { regions } from '../../text/language-codes.ts';
import { isW3cDate } from '../checks.ts';
import type { SitemapCode } from './catalogue.ts';
import { type Block, type Leaf, lineOf, textOf } from './entry.ts';
import { addressFault, w3cTime } from './entry-rules.ts';
import { type Findings, shown } from './findings.ts';
import { xmlAttributes } from './namespaces.ts';

const day = 86_400_000;
const longestDuration = 28_800;
const mostTags = 32;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const names = {
  image: { used: set('loc'), unused: set('caption geo_location title license') },
  video: {
    used: set(
      'thumbnail_loc title description content_loc player_loc duration expiration_date rating view_count publication_date family_friendly restriction platform requires_subscription uploader live tag',
    ),
    unused: set('category gallery_loc price tvshow content_segment_loc id'),
  },
  news: {
    used: set('publication publication.name publication.language publication_date title'),
    unused: set('access genres keywords stock_tickers geo_locations'),
  },
} as const;

/** Checks the elements of Google's extensions, each by itself. */
export class ExtensionRules {
  readonly #findings: Findings;
  readonly #now: number;

  constructor(findings: Findings, now: number) {
    this.#findings = findings;
    this.#now = now;
  }

  image(block: Block): void {
    this.#names('image', block);
    this.#required('image-missing', block, ['loc']);
    this.#addresses('image-loc', block, ['loc']);
  }

  /** `pageLoc`: the address of the page, null if it is not known yet. */
  video(block: Block, pageLoc: string | null): void {
    this.#names('video', block);
    this.#required('video-missing', block, ['thumbnail_loc', 'title', 'description']);
    if (!block.leaves.has('content_loc') && !block.leaves.has('player_loc'))
      this.#findings.add('video-missing', block.line, 'The video has neither <video:content_loc> nor <video:player_loc>.');
    this.#addresses('video-loc', block, ['thumbnail_loc', 'content_loc', 'player_loc']);
    for (const name of ['content_loc', 'player_loc']) {
      const text = textOf(block.leaves, name);
      if (text !== null && text !== '' && text === pageLoc)
        this.#findings.add('video-loc', lineOf(block, name), `<video:${name}> is the address of the page itself.`);
    }
    this.#videoValues(block);
    this.#relation(block, 'restriction', code => regions.has(code) && /^[A-Z]{2}$/.test(code));
    this.#relation(block, 'platform', name => ['web', 'mobile', 'tv'].includes(name));
    const ends = this.#date('video-date', block, 'expiration_date');
    this.#date('video-date', block, 'publication_date');
    if (ends !== null && ends < this.#now)
      this.#findings.add(
        'video-expired',
        lineOf(block, 'expiration_date'),
        `The video expired: ${textOf(block.leaves, 'expiration_date')}.`,
      );
  }

  news(block: Block): void {
    this.#names('news', block);
    this.#required('news-missing', block, ['publication', 'publication_date', 'title']);
    if (block.leaves.has('publication')) this.#required('news-missing', block, ['publication.name', 'publication.language']);
    const language = textOf(block.leaves, 'publication.language');
    if (language !== null && language !== '' && !/^(?:[a-z]{2,3}|zh-cn|zh-tw)$/i.test(language))
      this.#findings.add('news-language', lineOf(block, 'publication.language'), `“${shown(language)}” is no language code.`);
    const published = this.#date('news-date', block, 'publication_date');
    if (published !== null && published < this.#now - 2 * day)
      this.#findings.add('news-old', lineOf(block, 'publication_date'), `Published ${textOf(block.leaves, 'publication_date')}.`);
  }

  #videoValues(block: Block): void {
    const wrong = (name: string, wanted: string, isRight: (text: string) => boolean): void => {
      const text = textOf(block.leaves, name);
      if (text !== null && !isRight(text))
        this.#findings.add('video-value', lineOf(block, name), `<video:${name}> is “${shown(text)}”; it must be ${wanted}.`);
    };
    const wholeUpTo = (text: string, most: number): boolean => /^\d{1,16}$/.test(text) && Number(text) <= most;
    wrong('duration', `from 1 to ${longestDuration} seconds`, text => wholeUpTo(text, longestDuration) && Number(text) > 0);
    wrong('rating', 'from 0.0 to 5.0', text => /^\d(?:\.\d*)?$/.test(text) && Number(text) <= 5);
    wrong('view_count', 'a whole number', text => wholeUpTo(text, Number.MAX_SAFE_INTEGER));
    for (const name of ['family_friendly', 'requires_subscription', 'live'])
      wrong(name, 'yes or no', text => /^(?:yes|no)$/i.test(text));
    const long = (name: string, most: number): void => {
      const length = textOf(block.leaves, name)?.length ?? 0;
      if (length > most)
        this.#findings.add(
          'video-value',
          lineOf(block, name),
          `<video:${name}> has more than ${most.toLocaleString('en-US')} characters.`,
        );
    };
    long('description', 2_048);
    long('uploader', 255);
    const tags = block.leaves.get('tag')?.length ?? 0;
    if (tags > mostTags) this.#findings.add('video-value', block.line, `The video has more than ${mostTags} tags.`);
  }

  /** restriction and platform: whether the listed ones are allowed or denied, and the list. */
  #relation(block: Block, name: 'restriction' | 'platform', isKnown: (word: string) => boolean): void {
    for (const { text, line, attributes } of block.leaves.get(name) ?? []) {
      const relationship = xmlAttributes(attributes).get('relationship') ?? '';
      if (relationship !== 'allow' && relationship !== 'deny')
        this.#findings.add('video-value', line, `<video:${name}> needs relationship="allow" or "deny".`);
      const odd = text.split(/\s+/).find(word => word !== '' && !isKnown(word));
      if (odd !== undefined) this.#findings.add('video-value', line, `<video:${name}> has the unknown code “${shown(odd)}”.`);
    }
  }

  /** The time of a date; null without a date or with a wrong one, which is named. */
  #date(code: SitemapCode, block: Block, name: string): number | null {
    const text = textOf(block.leaves, name);
    if (text === null || text === '') return null;
    if (isW3cDate(text)) return w3cTime(text);
    this.#findings.add(code, lineOf(block, name), `<${name}> is no W3C date: ${shown(text)}.`);
    return null;
  }

  #required(code: SitemapCode, block: Block, wanted: readonly string[]): void {
    for (const name of wanted) {
      const text = textOf(block.leaves, name);
      const written = name.replace('publication.', '');
      if (text === null) this.#findings.add(code, block.line, `<${written}> is missing.`);
      else if (text === '' && name !== 'publication') this.#findings.add(code, lineOf(block, name), `<${written}> is empty.`);
    }
  }

  #addresses(code: SitemapCode, block: Block, wanted: readonly string[]): void {
    for (const name of wanted) {
      const leaf: Leaf | undefined = block.leaves.get(name)?.[0];
      if (leaf === undefined || leaf.text === '') continue;
      if (leaf.hasPlainAmpersand) this.#findings.add('bad-escape', leaf.line, `A plain & in ${shown(leaf.text)}; write &amp;.`);
      const fault = addressFault(leaf.text);
      if (fault !== '') this.#findings.add(code, leaf.line, `The address in <${name}> ${fault}.`);
    }
  }

  #names(kind: 'image' | 'video' | 'news', { leaves }: Block): void {
    const { used, unused } = names[kind];
    for (const [name, [first]] of leaves) {
      if (used.has(name)) continue;
      const written = `<${kind}:${shown(name.slice(name.indexOf('.') + 1))}>`;
      const line = first?.line ?? 0;
      if (unused.has(name) || unused.has(name.split('.')[0] as string)) {
        if (!name.includes('.')) this.#findings.add(`${kind}-unused`, line, `Google’s documentation no longer has ${written}.`);
      } else this.#findings.add('unknown-element', line, `The extension has no ${written}.`);
    }
  }
}
