import { notifications } from '@mantine/notifications';
import { act, cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// The test browser has no list of fonts, which growing text areas listen to.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

afterEach(() => {
  act(() => notifications.clean());
  cleanup();
});
