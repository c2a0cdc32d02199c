import { fetchWithin } from '#web/fetch-within.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';

/** The time after which a hidden page is compared with the server's current one. */
const STALE_AFTER_MS = 5 * 60 * 1000;
const COMPARE_LIMITS = { answerMs: 20_000, silenceMs: 20_000 };

export async function keepForOffline(translator: Translator): Promise<void> {
  watchPage(translator);
  const registration = await keepCopy();
  if (registration) watchVersion(registration, translator);
}

export async function keepCopy(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined;
  const isFirstVisit = navigator.serviceWorker.controller === null;
  const registration = await registerWorker();
  if (!registration || !isFirstVisit) return registration;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage([location.href, ...filesOfPage()]);
  return registration;
}

/** Private windows have no service worker, so there every page comes from the network. */
async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker.register('/sw.js');
  } catch {
    return undefined;
  }
}

/**
 * On the first visit, returns the files that were loaded before the worker existed, so that the worker can store them.
 */
function filesOfPage(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name);
}

function watchVersion(registration: ServiceWorkerRegistration, translator: Translator): void {
  const offer = (worker: ServiceWorker) => {
    if (!navigator.serviceWorker.controller) return;
    announce(translator.t('offline.newVersion'), translator.t('offline.reload'), () => {
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

function watchPage(translator: Translator): void {
  const shown = document.getElementById('page-props')?.textContent ?? '';
  let compared = Date.parse(browserNow());
  const compare = async () => {
    const isDue = document.visibilityState === 'visible' && Date.parse(browserNow()) - compared > STALE_AFTER_MS;
    // A copy waits for its page itself (followPage).
    if (!isDue || document.documentElement.dataset.kept !== undefined) return;
    compared = Date.parse(browserNow());
    const html = await readNow();
    if (html !== undefined && !html.includes(shown)) {
      announce(translator.t('offline.newFigures'), translator.t('offline.reload'), () => location.reload());
    }
  };
  document.addEventListener('visibilitychange', () => void compare());
}

async function readNow(): Promise<string | undefined> {
  try {
    const answer = await fetchWithin(COMPARE_LIMITS, location.href);
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Shows a message above the page, because a floating bar would cover prices. A second message replaces the first. */
function announce(text: string, action: string, act: () => void): void {
  document.getElementById('announcement')?.remove();
  const bar = document.createElement('div');
  bar.id = 'announcement';
  bar.setAttribute('role', 'status');
  const words = document.createElement('span');
  words.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button accent';
  button.textContent = action;
  button.addEventListener('click', act);
  bar.append(words, button);
  document.body.prepend(bar);
}
