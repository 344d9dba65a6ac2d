import { contextBridge, ipcRenderer } from 'electron';

// A wire. It knows no operation, hands over values only, and what it exposes is frozen by the bridge.
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
