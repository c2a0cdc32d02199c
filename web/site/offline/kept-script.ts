export const KEPT_SCRIPT_PATH = '/kept-page.js';

/** What the worker says to a page that it answered with a copy, and what such a page asks. */
export const ARRIVED = 'the page arrived';
export const UNCHANGED = 'the copy is the page';
export const ASK_AGAIN = 'ask again';

/** The pause between two requests for the page, while its copy is shown. */
const AGAIN_MS = 20_000;

/**
 * Runs in a page that was answered with a copy, or with the page /offline. It asks the worker for the page until it has
 * arrived. A page in which the reader has done nothing is then replaced; otherwise a link appears. The source of this
 * function is sent to the page, so it may use nothing outside itself.
 */
function followPage(words: { arrived: string; unchanged: string; again: string }, pauseMs: number): void {
  const root = document.documentElement;
  // A search changes the address later.
  const address = location.href;
  const workers = navigator.serviceWorker;
  let isTouched = false;
  for (const type of ['input', 'keydown', 'pointerdown'])
    addEventListener(
      type,
      () => {
        isTouched = true;
      },
      { capture: true, once: true },
    );
  const isOpen = () => root.dataset.kept !== undefined && root.dataset.fresh === undefined;
  const ask = () => {
    if (isOpen() && document.visibilityState === 'visible') workers.controller?.postMessage([words.again, address]);
  };
  workers.addEventListener('message', ({ data }) => {
    if (!isOpen()) return;
    if (data === words.unchanged) delete root.dataset.kept;
    if (data !== words.arrived) return;
    const hasNothing = document.body?.classList.contains('page-offline') ?? true;
    if (hasNothing || (!isTouched && scrollY === 0)) location.reload();
    else root.dataset.fresh = '';
  });
  addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
  setInterval(ask, pauseMs);
}

export const KEPT_SCRIPT = `(${followPage})(${JSON.stringify({ arrived: ARRIVED, unchanged: UNCHANGED, again: ASK_AGAIN })},${AGAIN_MS})`;
