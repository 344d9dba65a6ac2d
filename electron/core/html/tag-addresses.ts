import { srcsetUrls } from './href.ts';
import { parseRefresh } from './meta-refresh.ts';
import { ATTR } from './names.ts';
import { decodeReferences } from './references.ts';
import { CONTENT, type ContentModel, Scanner, type Tag } from './scanner.ts';

/** An address in a start tag. */
export interface TagAddress {
  /** The attribute that contains it. */
  readonly attribute: string;
  /** As in the source. */
  readonly raw: string;
  /** With character references decoded. */
  readonly value: string;
}

const PLAIN = [
  ['href', ATTR.href],
  ['src', ATTR.src],
  ['action', ATTR.action],
  ['data', ATTR.data],
  ['poster', ATTR.poster],
  ['xlink:href', ATTR.xlinkHref],
] as const;

/**
 * All addresses in the start tag at the start of `text`, in the order of the attribute list above. A srcset can
 * contain several addresses; in the content of a refresh, the address is a part of the attribute. Empty if the text
 * does not start with a whole start tag.
 */
export function addressesOfTag(text: string): readonly TagAddress[] {
  const found: TagAddress[] = [];
  let isFirst = true;
  const collect = (tag: Tag): void => {
    if (!isFirst || tag.start !== 0) return;
    isFirst = false;
    const rawOf = (attribute: number) => text.slice(tag.valueStart[attribute], tag.valueEnd[attribute]);
    for (const [attribute, id] of PLAIN) {
      if (!tag.has(id)) continue;
      const raw = rawOf(id);
      found.push({ attribute, raw, value: decodeReferences(raw, true) });
    }
    if (tag.has(ATTR.srcset))
      for (const value of srcsetUrls(decodeReferences(rawOf(ATTR.srcset), true)))
        found.push({ attribute: 'srcset', raw: value, value });
    const refresh = tag.has(ATTR.content) ? parseRefresh(decodeReferences(rawOf(ATTR.content), true)) : null;
    if (refresh !== null && refresh.href !== '') found.push({ attribute: 'content', raw: refresh.href, value: refresh.href });
  };
  const skip = (): void => undefined;
  new Scanner(text, {
    startTag(tag): ContentModel {
      collect(tag);
      return CONTENT.data;
    },
    text: skip,
    endTag: skip,
    rawText: skip,
    unclosedComment: skip,
    inForeignContent: () => false,
  }).run();
  return found;
}
