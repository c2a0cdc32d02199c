/** The part of the worker's scope that is used here, because the browser's types describe only windows. */
export interface WorkerScope {
  addEventListener(type: 'install' | 'activate', handle: (event: Lasting) => void): void;
  addEventListener(type: 'message', handle: (event: Lasting & { data: unknown }) => void): void;
  addEventListener(type: 'push', handle: (event: Lasting & { data: PushData | null }) => void): void;
  addEventListener(type: 'notificationclick', handle: (event: Lasting & Clicked) => void): void;
  addEventListener(type: 'pushsubscriptionchange', handle: (event: Lasting & SubscriptionChange) => void): void;
  addEventListener(type: 'fetch', handle: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    openWindow(address: string): Promise<unknown>;
    matchAll(options: { type: 'window' }): Promise<{ url: string; postMessage(message: string): void }[]>;
  };
  registration: {
    showNotification(title: string, options: object): Promise<void>;
    pushManager: PushManager;
  };
}

export interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

export interface Fetching extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface PushData {
  json(): unknown;
}

/** Some browsers replace the subscription themselves, others only say that it has ended. */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

export interface Clicked {
  action: string;
  notification: { data: Alert; close(): void };
}

export interface Alert {
  title: string;
  body: string;
  url: string;
  manage: string;
  manageLabel: string;
}

export const scope = globalThis as unknown as WorkerScope;
