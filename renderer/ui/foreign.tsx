import { Fragment } from 'react';
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

/** The same without an element of its own, for lines that are isolated already. */
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
