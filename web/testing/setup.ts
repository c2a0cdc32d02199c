import { notifications } from '@mantine/notifications';
import { act, cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { showLanguage } from '#web/i18n/choose-language.ts';
import { forgetSession } from '#web/session.ts';
import './messages.ts';

// Opening a whole page on a busy machine takes longer than the default of a second.
configure({ asyncUtilTimeout: 20_000 });

// Repeated searches fail often, and printing the page each time takes longer than the search.
configure({
  getElementError: (message, container) =>
    Object.defineProperty(new Error(), 'message', {
      configurable: true,
      get: () => [message, prettyDOM(container)].join('\n\n'),
    }),
});

// The test browser has no list of fonts, which growing text areas observe.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  localStorage.clear();
  showLanguage('en');
  forgetSession();
  vi.useRealTimers();
});
