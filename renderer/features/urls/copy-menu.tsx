import { type CopyFormat, copyFormats } from '../../ui/grid/copy-rows.ts';
import { MenuButton } from '../../ui/menu.tsx';

interface Props {
  /** What would be copied, in words. */
  readonly what: string;
  readonly disabled: boolean;
  readonly onCopy: (format: CopyFormat) => void;
  readonly onAssertions: () => void;
  /** Adds them to the assertions of the file. */
  readonly onAssert: () => void;
}

/** Copies the selected rows, or the whole list, in one of several forms. */
export function CopyMenu({ what, disabled, onCopy, onAssertions, onAssert }: Props) {
  const formats = copyFormats.map(([format, label]) => ({ label, disabled, onPick: () => onCopy(format) }));
  const assertions = [
    {
      label: 'Copy as assertions',
      note: 'What robots.txt says about each URL, for Robots › Assertions or for CI',
      disabled,
      onPick: onAssertions,
    },
    { label: 'Add to the assertions', disabled, onPick: onAssert },
  ];
  return <MenuButton label="Copy" testId="copy-menu" groups={[{ heading: what, items: formats }, { items: assertions }]} />;
}
