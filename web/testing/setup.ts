import { notifications } from '@mantine/notifications';
import { act, cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';
import { showLanguage } from '#web/i18n/choose-language.ts';
import { forgetSession } from '#web/session.ts';
import './messages.ts';

// The limit is longer than the default of one second, because a busy machine needs more time to open a whole page.
configure({ asyncUtilTimeout: 20_000 });

// The HTML of the page is written into the message of an error only when the message is read. Searches are repeated
// until they succeed, and writing the HTML after each failure would take longer than the search.
configure({
  getElementError: (message, container) =>
    Object.defineProperty(new Error(), 'message', {
      configurable: true,
      get: () => [message, prettyDOM(container)].join('\n\n'),
    }),
});

// The test browser lacks `document.fonts`, which growing text areas observe.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

// A call that no test answers waits until it is aborted. A real request could fail later, during another test.
globalThis.fetch = (_address, { signal } = {}) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const firstAddress = location.href;

/** Fields whose fault a screen reader does not say with them, because no text describes them. */
const untied = new Set<string>();

function noteUntied(field: Element): void {
  const describes = (id: string) => (document.getElementById(id)?.textContent ?? '').trim() !== '';
  const isTied = (field.getAttribute('aria-describedby') ?? '').split(' ').some(describes);
  if (field.isConnected && field.getAttribute('aria-invalid') === 'true' && !isTied) untied.add(field.outerHTML);
}

const noting = new MutationObserver((records) => {
  for (const { target } of records) if (target instanceof Element) noteUntied(target);
});
noting.observe(document, { subtree: true, attributeFilter: ['aria-invalid'] });

afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  showLanguage('en');
  forgetSession();
  vi.useRealTimers();
  // In the test browser a click on a download makes the address of its file the address of the page.
  location.href = firstAddress;
  const found = [...untied];
  untied.clear();
  expect(found).toEqual([]);
});
