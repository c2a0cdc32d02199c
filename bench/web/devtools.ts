import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { BROWSER_FLAGS, ensureBrowser } from '#scripts/setup/programs.ts';

/** A message of the Chrome DevTools Protocol to the browser, or with a session to a page. */
type Send = <Answer>(method: string, params?: object) => Promise<Answer>;
type On = (event: string, listen: (params: never) => void) => void;

export interface Tab {
  send: Send;
  on: On;
  /** The id of the tab's cookies, storage and cache. */
  profile: string;
  /** Closes the tab and, unless it was opened with another tab's profile, deletes its profile. */
  close(): Promise<void>;
}

export interface Devtools {
  /** @param profile of an open tab. By default the new tab has an empty profile of its own. */
  openTab(profile?: string): Promise<Tab>;
  close(): Promise<void>;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

/**
 * Starts a browser whose pages run as without tools. Playwright makes the browser collect the stack of each error, and
 * for React's prepared errors it then parses all of React a second time: a quarter of a second on a slow phone.
 */
export async function openDevtools(env: Record<string, string> = {}): Promise<Devtools> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-browser-'));
  const child = spawn(
    ensureBrowser() ?? chromium.executablePath(),
    [...BROWSER_FLAGS, '--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } },
  );
  const socket = new WebSocket(await addressIn(createInterface(child.stderr)));
  child.stderr.resume();
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, (params: never) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) listeners.get(`${message.sessionId} ${message.method}`)?.(message.params as never);
    else waiting.get(message.id)?.(message);
  });
  const sendTo =
    (sessionId?: string): Send =>
    async <Answer>(method: string, params: object = {}) => {
      lastId += 1;
      const { promise, resolve } = Promise.withResolvers<Message>();
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId !== undefined && { sessionId }) }));
      const { id, error, result } = await promise;
      waiting.delete(Number(id));
      if (error) throw new Error(`${method}: ${error.message}`);
      return result as Answer;
    };
  const send = sendTo();
  const openProfile = async () => {
    const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
    return browserContextId;
  };
  return {
    async openTab(profile) {
      const browserContextId = profile ?? (await openProfile());
      const target = { url: 'about:blank', browserContextId };
      const { targetId } = await send<{ targetId: string }>('Target.createTarget', target);
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
      return {
        send: sendTo(sessionId),
        on: (event, listen) => listeners.set(`${sessionId} ${event}`, listen),
        profile: browserContextId,
        async close() {
          if (profile === undefined) await send('Target.disposeBrowserContext', { browserContextId });
          else await send('Target.closeTarget', { targetId });
        },
      };
    },
    async close() {
      const ended = once(child, 'close');
      // The browser may end without an answer.
      void send('Browser.close');
      await ended;
      socket.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /listening on (ws:\/\/\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('the browser ended before it could be used');
}
