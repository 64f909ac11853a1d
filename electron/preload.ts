import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { Bridge, Notices } from '../shared/bridge.ts';
import { noticeNames, requestNames } from '../shared/request-names.ts';

const known: ReadonlySet<string> = new Set(noticeNames);

const requests = Object.fromEntries(requestNames.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]));

const on: Bridge['on'] = (notice, listener) => {
  if (!known.has(notice)) throw new TypeError(`there is no notice ${String(notice)}`);
  // The event object carries ipcRenderer, so it must not reach the page.
  const forward = (_event: IpcRendererEvent, payload: Notices[typeof notice]): void => listener(payload);
  ipcRenderer.on(notice, forward);
  return () => void ipcRenderer.off(notice, forward);
};

contextBridge.exposeInMainWorld('bridge', { ...requests, on });
