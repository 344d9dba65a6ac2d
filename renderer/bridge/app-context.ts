import { createContext, type Dispatch, useContext } from 'react';
import type { ToastKind } from '../ui/toast.ts';
import type { NavAction, NavState } from './nav-state.ts';
import { startNav } from './nav-state.ts';

/** The services that the frame offers to every part of the window. */
export interface AppActions {
  readonly go: Dispatch<NavAction>;
  readonly toast: (text: string, kind?: ToastKind) => void;
  /** Carries out a command by its menu name. */
  readonly command: (name: string) => void;
  readonly openRecent: (id: string) => void;
  /** Compares the open crawl with a file of the recent ones. */
  readonly compareRecent: (id: string) => void;
}

const silent = (): void => undefined;
export const ActionsContext = createContext<AppActions>({
  go: silent,
  toast: silent,
  command: silent,
  openRecent: silent,
  compareRecent: silent,
});
export const useActions = (): AppActions => useContext(ActionsContext);

export const NavContext = createContext<NavState>(startNav);
export const useNav = (): NavState => useContext(NavContext);
