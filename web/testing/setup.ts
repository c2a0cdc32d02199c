import { notifications } from '@mantine/notifications';
import { act, cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetSession } from '../office/session/session-store.ts';

/** Before each file of component tests; what a test leaves behind in the browser they share is cleared after it. */

// A whole page is opened each time, which takes a busy machine more than the usual second.
configure({ asyncUtilTimeout: 4000 });

// The test browser has no list of fonts, which growing text areas listen to.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  localStorage.clear();
  forgetSession();
  vi.useRealTimers();
});
