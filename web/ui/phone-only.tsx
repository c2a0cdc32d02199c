import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

export function PhoneOnly({ children }: { children: ReactNode }) {
  return useHasRoom() ? null : children;
}

export const NOT_ON_PHONES = '(min-width: 48em)';

/** Returns true on screens wider than a phone, from the first render on. */
export function useHasRoom(): boolean {
  return useMediaQuery(NOT_ON_PHONES, true, { getInitialValueInEffect: false });
}
