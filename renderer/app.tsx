import { useEffect, useState } from 'react';
import type { ConversionWork } from '#shared/model/conversion.ts';
import { ActionsContext, NavContext } from './bridge/app-context.ts';
import { openFailures, useCommands } from './bridge/commands.ts';
import { useFileState } from './bridge/file-state.ts';
import { StatusContext, useCall, useTopic } from './bridge/hooks.ts';
import { Dialogs, dialogParts } from './dialogs.tsx';
import { StatusBar } from './features/frame/status-bar.tsx';
import { StartScreen } from './features/start/start-screen.tsx';
import { lazyPart, preloadWhenIdle } from './ui/lazy-part.tsx';
import { Problem } from './ui/problem.tsx';
import { settleToasts } from './ui/toast.ts';

// The first picture is the start screen or an empty frame. What comes after it is loaded while the engine opens the file.
const Toasts = lazyPart(async () => (await import('./ui/toast-list.tsx')).Toasts);
const Workspace = lazyPart(async () => (await import('./workspace.tsx')).Workspace, <main />);
const ConversionDialog = lazyPart(async () => (await import('./features/file-audit/conversion-dialog.tsx')).ConversionDialog);
const views = { preload: async (): Promise<void> => (await import('./workspace.tsx')).preloadViews() };

/** The whole window: start screen or workspace, and the dialogs over them. */
export function App() {
  const { file, fileKey, status, error, retry } = useFileState();
  const info = useCall('shell.info', {});
  const [engineDown, setEngineDown] = useState(false);
  const { actions, nav, dialog, closeDialog } = useCommands(file, fileKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every opened file has its own key
  useEffect(() => {
    if (file) for (const words of openFailures) settleToasts(words);
  }, [fileKey]);
  useTopic('command', name => {
    if (name === 'engine-down') setEngineDown(true);
    actions.command(name);
  });
  const [conversion, setConversion] = useState<ConversionWork | null>(null);
  useTopic('conversion', setConversion);
  const ready = file !== undefined && info.data !== undefined;
  useEffect(() => {
    // After the first picture: a file may open next.
    requestAnimationFrame(() => setTimeout(Workspace.preload));
  }, []);
  useEffect(() => {
    if (ready) preloadWhenIdle([Toasts, views, ...dialogParts]);
  }, [ready]);
  return (
    <ActionsContext value={actions}>
      <NavContext value={nav}>
        <StatusContext value={status}>
          <div className="app" data-testid={ready ? 'app-ready' : 'app-starting'}>
            <div>
              {error && <Problem text={`Could not read which file is open: ${error}`} retry={retry} />}
              {info.error && <Problem text={`Crawlscope did not respond: ${info.error}`} retry={info.retry} />}
              {engineDown && (
                <Problem text="The engine stopped and could not be restarted. Your crawl files are safe; restart Crawlscope." />
              )}
            </div>
            {file ? <Workspace key={fileKey} file={file} /> : file === null ? <StartScreen /> : <main />}
            <StatusBar hasFile={Boolean(file)} note={info.data?.runtimeNote ?? ''} version={info.data?.version ?? ''} />
          </div>
          <Toasts />
          <Dialogs open={dialog} onClose={closeDialog} />
          {conversion && <ConversionDialog work={conversion} />}
        </StatusContext>
      </NavContext>
    </ActionsContext>
  );
}
