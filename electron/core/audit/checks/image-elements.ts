import type { ElementNoteKind, ImageFact } from '#shared/model/page-facts.ts';
import { characters } from '../../text/characters.ts';
import { type Check, type FactsPage, type Limits, type PageCheck, pageCheck, threshold } from '../check.ts';
import { atBytes } from '../items.ts';
import { verdictOf } from '../targets.ts';

const htmlImages = 'HTML standard, 4.8.4 Images';

/** A check that hits a page with such an image. */
const imageCheck = <T extends string>(
  head: Omit<PageCheck<T>, 'scope' | 'group' | 'population' | 'test'>,
  isHit: (image: ImageFact, limits: Limits<T>, index: number) => boolean,
  shown: (image: ImageFact) => string = ({ src }) => src,
): Check =>
  pageCheck<T>({
    ...head,
    group: 'img',
    population: 'pages',
    test({ facts: { images = [] } }, limits) {
      const found = images.filter((image, index) => isHit(image, limits, index));
      return found.length > 0 ? found.map(image => atBytes(shown(image).slice(0, 200), image.at)) : null;
    },
  });

/** A check that hits a page with such an element. */
const noteCheck = (head: Omit<PageCheck, 'scope' | 'group' | 'population' | 'test'>, kind: ElementNoteKind): Check =>
  pageCheck({
    ...head,
    group: 'img',
    population: 'pages',
    test({ facts: { notes = [] } }: FactsPage) {
      const found = notes.filter(note => note.kind === kind);
      return found.length > 0 ? found.map(({ text, at }) => atBytes(text, at)) : null;
    },
  });

export const imageTextChecks: readonly Check[] = [
  imageCheck(
    {
      id: 'img.alt_missing_attr',
      name: 'No alt attribute',
      type: 'issue',
      priority: 'L',
      trigger: 'An img element has no alt attribute.',
      why: 'Screen readers read the file name instead, and search engines do not learn what the image shows.',
      fix: 'Describe the image in alt, or write alt="" if it only decorates.',
      sources: ['HTML standard, 4.8.4.4 Requirements for providing text', 'WCAG 2.2, 1.1.1 Non-text Content'],
    },
    ({ alt }) => alt === undefined,
  ),
  imageCheck(
    {
      id: 'img.alt_empty_linked',
      name: 'Empty alt on a linked image',
      type: 'warning',
      priority: 'L',
      trigger: 'An img element with an empty alt is the only content of a link without another name.',
      why: 'The link has no name for screen readers and no link text for search engines.',
      fix: 'Say in alt where the link leads.',
      sources: ['WCAG 2.2, 2.4.4 Link Purpose'],
    },
    ({ alt, onlyLinkContent }) => alt === '' && onlyLinkContent === true,
  ),
  imageCheck(
    {
      id: 'img.alt_empty',
      name: 'Empty alt',
      type: 'opportunity',
      priority: 'L',
      trigger:
        'An img element has an empty alt, is not the only content of a link, and is not marked as decoration by role or aria-hidden.',
      why: 'An empty alt says that the image only decorates. Search engines learn nothing about one that shows something.',
      fix: 'Describe the image in alt if it shows something.',
      sources: ['HTML standard, 4.8.4.4 Requirements for providing text'],
    },
    ({ alt, onlyLinkContent, decorative }) => alt === '' && onlyLinkContent !== true && decorative !== true,
  ),
  imageCheck(
    {
      id: 'img.alt_long',
      name: 'Long alt',
      type: 'opportunity',
      priority: 'L',
      trigger: 'The alt of an img element has more characters than the threshold.',
      why: 'Screen readers read the text in one go. A long one belongs in the page.',
      fix: 'Shorten the text, and put the details next to the image.',
      sources: ['WCAG 2.2, 1.1.1 Non-text Content'],
      thresholds: { characters: threshold(100, 'Length', 'characters', 1, 299) },
    },
    ({ alt = '' }, limits) => alt.length > limits.characters && characters(alt) > limits.characters,
    ({ alt = '' }) => alt,
  ),
  imageCheck(
    {
      id: 'img.no_size',
      name: 'No width and height',
      type: 'opportunity',
      priority: 'L',
      trigger: 'An img element has not both width and height, and no aspect-ratio in its style attribute.',
      why: 'The browser does not know how much room the image needs, so the page jumps when it arrives.',
      fix: 'Write width and height in pixels, or an aspect-ratio.',
      sources: ['web.dev, Optimize Cumulative Layout Shift'],
    },
    ({ sized }) => sized !== true,
  ),
];

export const imageElementChecks: readonly Check[] = [
  imageCheck(
    {
      id: 'img.no_lazy',
      name: 'Not lazy-loaded',
      type: 'opportunity',
      priority: 'L',
      trigger: 'An img element has no loading=lazy and is not among the first ones of the page; the threshold is their number.',
      why: 'The browser loads images that the visitor may never see, and the first ones arrive later.',
      fix: 'Add loading="lazy" to images that are not in view at first.',
      sources: ['HTML standard, 2.5.7 Lazy loading attributes'],
      thresholds: { first: threshold(3, 'First images', 'images', 0, 499) },
    },
    ({ lazy }, limits, index) => index >= limits.first && lazy !== true,
  ),
  pageCheck({
    id: 'img.old_format',
    name: 'No modern format',
    group: 'img',
    type: 'opportunity',
    priority: 'L',
    population: 'pages',
    trigger:
      'An img element shows a JPEG or PNG file of more bytes than the threshold, and has no WebP or AVIF in its srcset or picture.',
    why: 'WebP and AVIF files of the same quality are smaller.',
    fix: 'Offer the image as WebP or AVIF in a picture element.',
    sources: ['web.dev, Use WebP images'],
    thresholds: { bytes: threshold(51_200, 'Size', 'bytes', 0, 100_000_000) },
    test(page, { bytes }) {
      const old = (page.facts.images ?? []).filter(({ modern }) => modern !== true);
      return verdictOf(old, image => {
        const to = page.targetAt(image.at[0]);
        if (!to || to.mime === '') return 'not-asked';
        if (to.mime !== 'image/jpeg' && to.mime !== 'image/png') return null;
        if (to.bytes === null) return 'not-asked';
        return to.bytes > bytes ? { value: `${to.bytes} bytes`, url: to.url } : null;
      });
    },
  }),
  noteCheck(
    {
      id: 'img.picture_no_img',
      name: 'picture without img',
      type: 'issue',
      priority: 'L',
      trigger: 'A picture element has no img element.',
      why: 'The browser shows nothing: only the img of a picture is drawn.',
      fix: 'Put an img element at the end of the picture.',
      sources: [htmlImages],
    },
    'picture-without-img',
  ),
  noteCheck(
    {
      id: 'img.background',
      name: 'Image as a CSS background',
      type: 'opportunity',
      priority: 'L',
      trigger: 'An element with role=img or aria-label has a background image in its style attribute, so the image is content.',
      why: 'Search engines do not index background images, and screen readers do not mention them.',
      fix: 'Use an img element if the image is content.',
      sources: ['Google Search Central, Image SEO best practices'],
    },
    'background-image',
  ),
];

export const videoChecks: readonly Check[] = [
  noteCheck(
    {
      id: 'video.no_poster',
      name: 'Video without a poster',
      type: 'opportunity',
      priority: 'L',
      trigger: 'A video element has no poster attribute.',
      why: 'The visitor sees an empty box until the video arrives.',
      fix: 'Name a picture of the video in poster.',
      sources: ['HTML standard, 4.8.8 The video element'],
    },
    'video-without-poster',
  ),
];
