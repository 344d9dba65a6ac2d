import type { IgnoredUrls } from '#shared/model/audit-settings.ts';
import type { NewRule } from '../../domain/ignore-dialog.tsx';

/** The dialog of ignore rules that is open, if any. */
export type Ignoring =
  | { readonly open: 'rules' }
  | { readonly open: 'rule'; readonly start: NewRule; readonly id: number | null }
  | null;

/** Opens the dialog for a new rule. */
export const newRule = (check: string, where: IgnoredUrls): Ignoring => ({
  open: 'rule',
  id: null,
  start: { check, where, note: '', until: '', addedBy: '' },
});
