// electron print-pdf FOLDER: prints FOLDER/report.html as FOLDER/report.pdf in a hidden window without script and network, with the
// layout of FOLDER/layout.json. For `crawlscope report site --format pdf` in a checkout; the packaged app prints in its own process.
const { readFileSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { app, BrowserWindow, session } = require('electron');

const folder = resolve(process.argv.at(-1) ?? '.');
const page = pathToFileURL(join(folder, 'report.html')).href;
app.setPath('userData', join(folder, 'profile'));
app.disableHardwareAcceleration();
app.whenReady().then(async () => {
  try {
    session.defaultSession.webRequest.onBeforeRequest((details, answer) =>
      answer({ cancel: details.url !== page && !details.url.startsWith('data:') }),
    );
    const window = new BrowserWindow({
      show: false,
      width: 1024,
      height: 768,
      webPreferences: { javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false, webgl: false },
    });
    await window.loadURL(page);
    writeFileSync(
      join(folder, 'report.pdf'),
      await window.webContents.printToPDF(JSON.parse(readFileSync(join(folder, 'layout.json'), 'utf8'))),
    );
    app.exit(0);
  } catch (error) {
    process.stderr.write(`${error.stack ?? error}\n`);
    app.exit(1);
  }
});
