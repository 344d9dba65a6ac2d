/** Keys of the window, by the names of the menu's commands. The menu has the same accelerators; the first handler wins. */

export interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const plain: Readonly<Record<string, string>> = {
  e: 'export',
  n: 'new',
  o: 'open',
  w: 'close-file',
  f: 'find',
  k: 'open-omnibox',
  g: 'search',
  i: 'toggle-inspector',
  '1': 'view:overview',
  '2': 'view:urls',
  '3': 'view:issues',
  '4': 'view:robots',
  '5': 'view:disagreements',
  '6': 'view:sitemaps',
  '7': 'view:compare',
  '8': 'view:custom',
  '9': 'view:structure',
};
const shifted: Readonly<Record<string, string>> = {
  a: 'assert',
  d: 'compare',
  f: 'build-filter',
  g: 'view:signals',
  k: 'palette',
  l: 'sql',
  o: 'open-recent',
  p: 'profiles',
  s: 'save-as',
};

/** The command of a key stroke, '' when it has none here. Dialogs keep their keys, fields keep '?'. */
export function keyCommand(stroke: Stroke, where: { readonly typing: boolean; readonly inDialog: boolean }): string {
  if (where.inDialog || stroke.altKey) return '';
  const control = stroke.ctrlKey || stroke.metaKey;
  if (!control && stroke.key === 'F1') return 'palette';
  if (!control) return stroke.key === '?' && !where.typing ? 'shortcuts' : '';
  const table = stroke.shiftKey ? shifted : plain;
  const key = stroke.key.toLowerCase();
  return Object.hasOwn(table, key) ? (table[key] ?? '') : '';
}
