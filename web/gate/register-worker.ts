const WORKER = '/gate/worker.js';
const renewal = new EventTarget();
let renewed = false;

/**
 * Lets the browser keep this page, so that it opens without network from the second visit on. Browsers do that on https
 * alone; elsewhere the page works as long as it stays open.
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
      // A page that is never closed asks for a new version whenever somebody looks at it.
      addEventListener('focus', () => void registration.update().catch(() => undefined));
    })
    .catch(() => undefined);
}

/** True when a newer version took over while this page was open. */
export function isRenewed(): boolean {
  return renewed;
}

/** Tells the listener when a newer version takes over; gives the function that ends that. */
export function watchRenewal(listener: () => void): () => void {
  renewal.addEventListener('change', listener);
  return () => renewal.removeEventListener('change', listener);
}
