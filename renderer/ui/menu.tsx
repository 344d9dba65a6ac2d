import { ContextMenu } from '@base-ui/react/context-menu';
import { Menu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly onPick: () => void;
  readonly disabled?: boolean;
  /** What else there is to know, under the label. */
  readonly note?: string;
  /** Its key, for those who read menus to learn keys. */
  readonly keys?: string;
  readonly testId?: string;
}

/** Items in groups, separated by a line. A group may have a heading. */
export interface MenuGroup {
  readonly heading?: string;
  readonly items: readonly MenuItem[];
}

interface Props {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  readonly testId: string;
  readonly disabled?: boolean;
  /** The edge of the button where the menu starts. */
  readonly align?: 'start' | 'end';
}

/** A button that opens a menu: arrow keys and first letters move, Esc closes. */
export function MenuButton({ label, groups, testId, disabled, align = 'end' }: Props) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="btn small" data-testid={`${testId}-button`} disabled={disabled}>
        {label}
        <span className="caret" aria-hidden="true" />
      </Menu.Trigger>
      <Popup groups={groups} testId={testId} align={align} />
    </Menu.Root>
  );
}

interface AreaProps {
  readonly groups: readonly MenuGroup[];
  readonly testId: string;
  /** Called before it opens, with the element under the pointer. Returns false for no menu there. */
  readonly onOpen: (under: Element) => boolean;
  /** The element whose right click (or the menu key) opens it. */
  readonly render: ReactElement<Record<string, unknown>>;
  readonly children: ReactNode;
}

/** A menu under the pointer for what was clicked with the right button, or has the keyboard when the menu key is pressed. */
export function ContextMenuArea({ groups, testId, onOpen, render, children }: AreaProps) {
  return (
    <ContextMenu.Root
      onOpenChange={(open, details) => {
        const under = details.event.target;
        if (open && !(under instanceof Element && onOpen(under))) details.cancel();
      }}
    >
      <ContextMenu.Trigger render={render}>{children}</ContextMenu.Trigger>
      <Popup groups={groups} testId={testId} />
    </ContextMenu.Root>
  );
}

interface PopupProps {
  readonly groups: readonly MenuGroup[];
  readonly testId: string;
  readonly align?: 'start' | 'end';
}

function Popup({ groups, testId, align }: PopupProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner className="layer" {...(align ? { align, sideOffset: 4 } : {})} collisionPadding={6}>
        <Menu.Popup className="menu-popup" data-testid={testId}>
          {groups.map(({ heading, items }, index) => (
            <Menu.Group key={heading ?? items[0]?.label}>
              {index > 0 && <Menu.Separator className="menu-line" />}
              {heading !== undefined && <Menu.GroupLabel className="menu-heading">{heading}</Menu.GroupLabel>}
              {items.map(item => (
                <Item key={item.label} item={item} />
              ))}
            </Menu.Group>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

function Item({ item }: { readonly item: MenuItem }) {
  return (
    <Menu.Item className="menu-item" disabled={item.disabled} data-testid={item.testId} onClick={item.onPick}>
      <span>{item.label}</span>
      {item.keys !== undefined && <kbd>{item.keys}</kbd>}
      {item.note !== undefined && <span className="menu-note">{item.note}</span>}
    </Menu.Item>
  );
}
