import type { SignalLists } from '../signals/signal-lists.ts';
import type { ReaderHandlers } from './reads.ts';

/** The truth table of signals. */
export const signalHandlers = (signals: SignalLists) =>
  ({
    'signals.open': ({ profiles }) => ({ list: signals.open(profiles) }),
    'signals.read': ({ list, choice }) => signals.read(list, choice),
    'signals.urls': ({ list, cell, ...page }) => signals.urls(list, cell, page),
    'signals.cancel': ({ list }) => signals.cancel(list),
  }) satisfies ReaderHandlers;
