import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** A native menu. Our own items only send a command, which the window executes. No reload, no open-location (E46). */
export function buildMenu(send: (command: string) => void): Menu {
  const item = (label: string, command: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => send(command),
  });
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const isMac = process.platform === 'darwin';
  const menus: MenuItemConstructorOptions[] = [
    ...(isMac
      ? [
          {
            label: app.name,
            submenu: [
              item('About Crawlscope', 'about'),
              line,
              { role: 'hide' as const },
              { role: 'hideOthers' as const },
              line,
              { role: 'quit' as const },
            ],
          },
        ]
      : []),
    {
      label: '&File',
      submenu: [
        item('New Crawl…', 'new', 'CmdOrCtrl+N'),
        item('Crawl the Demo Site', 'demo'),
        line,
        item('Open…', 'open', 'CmdOrCtrl+O'),
        item('Open Recent…', 'open-recent', 'CmdOrCtrl+Shift+O'),
        item('Repair a Crawl File…', 'repair'),
        item('Compare with Another Crawl…', 'compare', 'CmdOrCtrl+Shift+D'),
        line,
        item('Save As…', 'save-as', 'CmdOrCtrl+Shift+S'),
        item('Save a Copy…', 'snapshot'),
        item('Export…', 'export', 'CmdOrCtrl+E'),
        item('Report for a Client…', 'report'),
        item('Requests as HAR…', 'har'),
        item('Link Graph as GraphML…', 'graphml'),
        item('Unpacked Copy…', 'unpack'),
        item('Check This File…', 'check-file'),
        item('Drop Stored Pages…', 'drop-bodies'),
        item('Make a Sitemap…', 'make-sitemap'),
        item('Close File', 'close-file', 'CmdOrCtrl+W'),
        ...(isMac ? [] : [line, { role: 'quit' as const }]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        line,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        line,
        item('All Commands…', 'palette', 'CmdOrCtrl+Shift+K'),
        item('Find…', 'find', 'CmdOrCtrl+F'),
        item('Build Filter…', 'build-filter', 'CmdOrCtrl+Shift+F'),
        item('Look Up URL…', 'open-omnibox', 'CmdOrCtrl+K'),
      ],
    },
    {
      label: '&View',
      submenu: [
        item('Overview', 'view:overview', 'CmdOrCtrl+1'),
        item('URLs', 'view:urls', 'CmdOrCtrl+2'),
        item('Issues', 'view:issues', 'CmdOrCtrl+3'),
        item('Robots', 'view:robots', 'CmdOrCtrl+4'),
        item('Disagreements', 'view:disagreements', 'CmdOrCtrl+5'),
        item('Sitemaps', 'view:sitemaps', 'CmdOrCtrl+6'),
        item('Compare', 'view:compare', 'CmdOrCtrl+7'),
        item('Custom', 'view:custom', 'CmdOrCtrl+8'),
        item('Structure', 'view:structure', 'CmdOrCtrl+9'),
        item('Signals', 'view:signals', 'CmdOrCtrl+Shift+G'),
        item('Search', 'search', 'CmdOrCtrl+G'),
        item('SQL', 'sql', 'CmdOrCtrl+Shift+L'),
        line,
        item('Show or Hide Inspector', 'toggle-inspector', 'CmdOrCtrl+I'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    {
      label: '&Crawl',
      submenu: [
        item('Pause', 'crawl:pause'),
        item('Resume', 'crawl:resume'),
        item('Stop', 'crawl:stop'),
        item('Crawl Again…', 'crawl:again'),
        line,
        item('URLs of This Crawl…', 'crawl:scope'),
        item('robots.txt on Sites…', 'crawl:site-rules'),
        item('Crawlers…', 'profiles', 'CmdOrCtrl+Shift+P'),
      ],
    },
    { label: '&Window', submenu: [{ role: 'minimize' }, ...(isMac ? [{ role: 'zoom' as const }] : [])] },
    {
      label: '&Help',
      submenu: [item('Keyboard Shortcuts', 'shortcuts'), ...(isMac ? [] : [line, item('About Crawlscope', 'about')])],
    },
  ];
  return Menu.buildFromTemplate(menus);
}
