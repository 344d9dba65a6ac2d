import { Foreign } from './foreign.tsx';
import { cutMiddle } from './format.ts';

/** About two lines of the narrowest window. */
const mostShown = 200;

/** A sentence that may contain the text of an exception. Its middle is cut; the title has the whole text. */
export function LongSentence({ text }: { readonly text: string }) {
  const shown = cutMiddle(text, mostShown);
  return shown === text ? <Foreign text={text} /> : <Foreign text={shown} title={text} />;
}
