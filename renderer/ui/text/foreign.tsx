import { Fragment, type ReactNode } from 'react';
import { visibleParts, visibleText } from './visible-text.ts';

interface Props {
  readonly text: string;
  readonly title?: string;
  readonly className?: string;
}

/** Text somebody else wrote: isolated from the text around it, with its hidden characters shown. */
export function Foreign({ text, title, className }: Props) {
  return (
    <bdi className={className} title={title === undefined ? undefined : visibleText(title)}>
      <Visible text={text} />
    </bdi>
  );
}

/**
 * What must be isolated or shown: controls, direction controls, letters of scripts that run from right to left
 * (Unicode 15: blocks 0590 to 08FF, FB1D to FDFF, FE70 to FEFF), and everything beyond the first plane, which has
 * more such letters.
 */
const special = /[\0-\x1f\x7f-\x9f\u0590-\u08ff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufb1d-\ufdff\ufe70-\uffff]/;

/** The same for a box with no other content. Text without such characters is returned as it is, which renders faster. */
export const foreignText = (text: string): ReactNode => (special.test(text) ? <Foreign text={text} /> : text);

/** The same without a separate element, for lines that are isolated already. */
export function Visible({ text }: { readonly text: string }) {
  const shown = visibleText(text);
  if (shown === text) return text;
  return visibleParts(text).map(part =>
    part.token ? (
      <span key={part.at} className="token">
        {part.text}
      </span>
    ) : (
      <Fragment key={part.at}>{part.text}</Fragment>
    ),
  );
}
