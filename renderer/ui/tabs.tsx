import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { Hint } from './hint.tsx';

export interface TabItem<T extends string> {
  readonly name: T;
  readonly label: string;
  readonly hint?: string;
}

interface GroupProps<T extends string> {
  readonly current: T;
  readonly onPick: (name: T) => void;
  readonly className: string;
  readonly children: ReactNode;
}

/** Connects a list of tabs with their panels; both may be anywhere inside. */
export function TabGroup<T extends string>({ current, onPick, className, children }: GroupProps<T>) {
  return (
    <Tabs.Root className={className} value={current} onValueChange={(name: T) => onPick(name)}>
      {children}
    </Tabs.Root>
  );
}

interface ListProps<T extends string> {
  readonly label: string;
  readonly items: readonly TabItem<T>[];
  /** Test ids are `prefix-name`. */
  readonly prefix: string;
}

/** The tabs themselves: one tab stop, the arrow keys choose. */
export function TabList<T extends string>({ label, items, prefix }: ListProps<T>) {
  return (
    <Tabs.List className="tabs" aria-label={label} activateOnFocus>
      {items.map(item => (
        <Hint key={item.name} text={item.hint}>
          <Tabs.Tab value={item.name} className="tab" data-testid={`${prefix}-${item.name}`}>
            {item.label}
          </Tabs.Tab>
        </Hint>
      ))}
    </Tabs.List>
  );
}

interface PanelProps {
  /** The tab that it belongs to now. */
  readonly name: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** What the current tab shows. A panel that scrolls takes the keyboard itself, so that the arrow keys scroll it. */
export function TabPanel({ name, className, scrolls, children }: PanelProps & { readonly scrolls?: true }) {
  return (
    <Tabs.Panel value={name} className={className} tabIndex={scrolls ? 0 : -1} data-tab={name}>
      {children}
    </Tabs.Panel>
  );
}

/** One of several panels that stay where they are while another is shown: selection and scroll position are kept. */
export function KeptPanel({ name, className, active, children }: PanelProps & { readonly active: boolean }) {
  return (
    <Tabs.Panel
      value={name}
      keepMounted
      className={className}
      tabIndex={-1}
      // An element that is hidden altogether forgets how far it was scrolled.
      render={({ hidden: _, ...props }) => <div {...props} data-active={active} />}
    >
      {children}
    </Tabs.Panel>
  );
}
