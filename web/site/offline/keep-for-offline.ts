import { isInstant } from '#billing/calendar.ts';
import { formatMoment } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { announce } from './announce.ts';

/** A page that lay in the background for so long is compared with what the market says now. */
const STALE_AFTER_MS = 5 * 60 * 1000;

/**
 * Keeps the open page on the phone for when there is no connection, says how old a kept copy is, and announces what is
 * newer: another version of the product, or other figures than the open page shows.
 */
export async function keepForOffline(speech: Translator): Promise<void> {
  nameMoment(speech);
  watchPage(speech);
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const isFirstVisit = navigator.serviceWorker.controller === null;
  const registration = await registerWorker();
  if (registration) watchVersion(registration, speech);
  if (!registration || !isFirstVisit) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage([location.href, ...filesOfPage()]);
}

/** A private window, for one, keeps nothing: there every page comes from the network, as without a worker. */
async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker.register('/sw.js');
  } catch {
    return undefined;
  }
}

/** The moment at which a kept copy was seen fresh, written into the note that says it is one. */
function nameMoment({ t }: Translator): void {
  const kept = document.documentElement.dataset.kept ?? '';
  const place = document.getElementById('kept-at');
  if (isInstant(kept) && place) place.textContent = t('offline.keptAt', { moment: formatMoment(kept, t) });
}

/** What the page was made of. At the first visit it came before the worker did, which must be told of it. */
function filesOfPage(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name);
}

/** A worker that waits beside the one at work is a newer version; it takes over when the reader says so. */
function watchVersion(registration: ServiceWorkerRegistration, speech: Translator): void {
  const offer = (worker: ServiceWorker) => {
    if (!navigator.serviceWorker.controller) return;
    announce(speech.t('offline.newVersion'), speech.t('offline.reload'), () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      worker.postMessage('take over');
    });
  };
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  });
}

/** Offers the newer page to whoever comes back to one that has lain open while the figures changed. */
function watchPage(speech: Translator): void {
  const shown = document.getElementById('page-props')?.textContent ?? '';
  let compared = Date.parse(browserNow());
  const compare = async () => {
    const isDue = document.visibilityState === 'visible' && Date.parse(browserNow()) - compared > STALE_AFTER_MS;
    if (!isDue && document.documentElement.dataset.kept === undefined) return;
    compared = Date.parse(browserNow());
    const html = await readNow();
    if (html !== undefined && !html.includes(shown)) {
      announce(speech.t('offline.newFigures'), speech.t('offline.reload'), () => location.reload());
    }
  };
  document.addEventListener('visibilitychange', () => void compare());
  addEventListener('online', () => void compare());
}

/** The page as the market gives it now; undefined while there is no connection. */
async function readNow(): Promise<string | undefined> {
  try {
    const answer = await fetch(location.href);
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
