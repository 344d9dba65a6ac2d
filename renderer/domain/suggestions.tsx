import { Autocomplete } from '@base-ui/react/autocomplete';
import type { ReactNode, RefObject } from 'react';
import type { Suggestion } from './suggest.ts';

/** The list under a field that suggests what can be typed. `children`: a note above it. */
export function Suggestions({ children }: { readonly children?: ReactNode }) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner className="layer" sideOffset={4} collisionPadding={6}>
        <Autocomplete.Popup className="suggest">
          {children}
          <Autocomplete.List aria-label="Suggestions">
            {(item: Suggestion) => (
              <Autocomplete.Item key={item.label} value={item} className="option">
                <code>{item.label}</code>
                <span className="muted clip">{item.meaning}</span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}

interface SuggestingProps {
  readonly list: readonly Suggestion[];
  readonly text: string;
  readonly isShown: boolean;
  readonly onText: (text: string) => void;
  readonly onOpen: (isOpen: boolean) => void;
  /** Receives what is highlighted, for keys that take it. */
  readonly highlighted: RefObject<Suggestion | undefined>;
  /** The `Autocomplete.Input`, and its `Suggestions`. */
  readonly children: ReactNode;
}

/** A field that suggests what can be typed, with the list of suggestions that its owner computes. */
export function Suggesting({ list, text, isShown, onText, onOpen, highlighted, children }: SuggestingProps) {
  return (
    <Autocomplete.Root
      items={list}
      filteredItems={list}
      itemToStringValue={(item: Suggestion) => item.text}
      value={text}
      onValueChange={onText}
      open={isShown}
      // After an operator was picked, its value comes next, so the list stays open.
      onOpenChange={(open, { reason }) => reason !== 'item-press' && onOpen(open)}
      onItemHighlighted={item => {
        highlighted.current = item;
      }}
    >
      {children}
    </Autocomplete.Root>
  );
}
