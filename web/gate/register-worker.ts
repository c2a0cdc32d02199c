const WORKER = '/gate/worker.js';
const renewal = new EventTarget();
let renewed = false;

/**
 * Registers the service worker, which opens the page without a network from the second visit on. Browsers allow service
 * workers only on https and on localhost.
 */
export function registerWorker(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const hadOne = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    renewed = hadOne;
    renewal.dispatchEvent(new Event('change'));
  });
  workers
    .register(WORKER, { scope: '/gate' })
    .then((registration) => {
      // A page that is never closed checks for a new version on every focus.
      addEventListener('focus', () => void registration.update().catch(() => undefined));
    })
    .catch(() => undefined);
}

export function isRenewed(): boolean {
  return renewed;
}

export function watchRenewal(listener: () => void): () => void {
  renewal.addEventListener('change', listener);
  return () => renewal.removeEventListener('change', listener);
}
