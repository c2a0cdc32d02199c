import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** What a cell says on a phone alone, in place of columns for which there is no room. */
export function PhoneOnly({ children }: { children: ReactNode }) {
  return useHasRoom() ? null : children;
}

/** Screens wider than a phone's. */
export const NOT_ON_PHONES = '(min-width: 48em)';

/** True where the screen is wider than a phone's, from the first drawing on. */
export function useHasRoom(): boolean {
  return useMediaQuery(NOT_ON_PHONES, true, { getInitialValueInEffect: false });
}
