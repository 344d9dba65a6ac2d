import { type ComponentType, useLayoutEffect } from 'react';
import type { DialogName } from './bridge/commands.ts';
import { holdKeys } from './ui/held-keys.ts';
import { type LazyPart, lazyPart, type Preloadable } from './ui/lazy-part.tsx';

/** Shown while the code of a dialog loads. Keeps the keys that are typed meanwhile for the dialog. */
function Coming() {
  useLayoutEffect(holdKeys, []);
  return null;
}
const dialog = <P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> => lazyPart(load, <Coming />);

// Loaded when they open: the window starts without them.
const CrawlForm = dialog(async () => (await import('./features/crawl-form/crawl-form.tsx')).CrawlForm);
const CrawlAgainForm = dialog(async () => (await import('./features/crawl-form/crawl-again-form.tsx')).CrawlAgainForm);
const ContinueForm = dialog(async () => (await import('./features/crawl-form/continue-form.tsx')).ContinueForm);
const ScopeForm = dialog(async () => (await import('./features/crawl-form/scope-form.tsx')).ScopeForm);
const SiteRulesForm = dialog(async () => (await import('./features/crawl-form/site-rules-form.tsx')).SiteRulesForm);
const ProfilesDialog = dialog(async () => (await import('./features/profiles/profiles-dialog.tsx')).ProfilesDialog);
const ExportDialog = dialog(async () => (await import('./features/export/export-dialog.tsx')).ExportDialog);
const ReportDialog = dialog(async () => (await import('./features/report/report-dialog.tsx')).ReportDialog);
const MakeSitemapDialog = dialog(async () => (await import('./features/sitemaps/make-dialog.tsx')).MakeSitemapDialog);
const FileAuditDialog = dialog(async () => (await import('./features/file-audit/file-audit-dialog.tsx')).FileAuditDialog);
const RepairDialog = dialog(async () => (await import('./features/file-audit/repair-dialog.tsx')).RepairDialog);
const DropBodiesDialog = dialog(async () => (await import('./features/file-audit/drop-bodies-dialog.tsx')).DropBodiesDialog);
const AboutDialog = dialog(async () => (await import('./features/frame/about-dialog.tsx')).AboutDialog);
const ShortcutSheet = dialog(async () => (await import('./features/frame/shortcuts.tsx')).ShortcutSheet);

const Palette = dialog(async () => (await import('./features/frame/palette.tsx')).Palette);
const RecentDialog = dialog(async () => (await import('./features/start/recent-dialog.tsx')).RecentDialog);

/** The dialogs, to be loaded ahead of time. */
export const dialogParts: readonly Preloadable[] = [
  CrawlForm,
  ProfilesDialog,
  RecentDialog,
  Palette,
  ShortcutSheet,
  ContinueForm,
  CrawlAgainForm,
  SiteRulesForm,
  ScopeForm,
  ExportDialog,
  ReportDialog,
  MakeSitemapDialog,
  FileAuditDialog,
  RepairDialog,
  DropBodiesDialog,
];

interface Props {
  readonly open: DialogName;
  readonly onClose: () => void;
}

/** The dialog that is open over the window, if any. */
export function Dialogs({ open, onClose }: Props) {
  switch (open) {
    case 'new':
      return <CrawlForm onClose={onClose} crawlers={close => <ProfilesDialog onClose={close} />} />;
    case 'again':
      return <CrawlAgainForm onClose={onClose} crawlers={close => <ProfilesDialog onClose={close} />} />;
    case 'profiles':
      return <ProfilesDialog onClose={onClose} />;
    case 'site-rules':
      return <SiteRulesForm onClose={onClose} />;
    case 'scope':
      return <ScopeForm onClose={onClose} />;
    case 'continue':
      return <ContinueForm onClose={onClose} />;
    case 'export':
      return <ExportDialog onClose={onClose} />;
    case 'report':
      return <ReportDialog onClose={onClose} />;
    case 'make-sitemap':
      return <MakeSitemapDialog onClose={onClose} />;
    case 'check-file':
      return <FileAuditDialog onClose={onClose} />;
    case 'repair':
      return <RepairDialog onClose={onClose} />;
    case 'drop-bodies':
      return <DropBodiesDialog onClose={onClose} />;
    case 'palette':
      return <Palette onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutSheet onClose={onClose} />;
    case 'about':
      return <AboutDialog onClose={onClose} />;
    case 'recent':
      return <RecentDialog onClose={onClose} />;
    case null:
      return null;
  }
}
