import { notifications } from '@mantine/notifications';
import { act, cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetSession } from '#web/session.ts';
import './messages.ts';

/** Before each file of component tests; what a test leaves behind in the browser they share is cleared after it. */

// A whole page is opened each time, which takes a busy machine much more than the usual second.
configure({ asyncUtilTimeout: 20_000 });

// A repeated search fails many times, and printing the page for each failure takes longer than the search.
configure({
  getElementError: (message, container) =>
    Object.defineProperty(new Error(), 'message', {
      configurable: true,
      get: () => [message, prettyDOM(container)].join('\n\n'),
    }),
});

// The test browser has no list of fonts, which growing text areas listen to.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  localStorage.clear();
  forgetSession();
  vi.useRealTimers();
});
