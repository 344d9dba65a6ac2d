import { Foreign } from './foreign.tsx';
import { cutMiddle } from './format.ts';

/** About two lines of the narrowest window. */
const mostShown = 200;

/** A sentence that may hold the text of an exception: its middle is cut, the whole stands in the title. */
export function LongSentence({ text }: { readonly text: string }) {
  const shown = cutMiddle(text, mostShown);
  return shown === text ? <Foreign text={text} /> : <Foreign text={shown} title={text} />;
}
