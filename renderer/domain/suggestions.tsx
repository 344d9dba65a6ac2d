import { Autocomplete } from '@base-ui/react/autocomplete';
import type { ReactNode } from 'react';
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
