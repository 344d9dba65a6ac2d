import { contextBridge, ipcRenderer } from 'electron';

// Only forwards messages. It knows no operation, passes values only, and the context bridge freezes what it exposes.
const channel = 'workbench';
contextBridge.exposeInMainWorld(
  'crawlscope',
  Object.freeze({
    send: (message: unknown): void => ipcRenderer.send(channel, message),
    onMessage: (listener: (message: unknown) => void): (() => void) => {
      const receive = (_event: unknown, message: unknown): void => listener(message);
      ipcRenderer.on(channel, receive);
      return () => void ipcRenderer.off(channel, receive);
    },
  }),
);
