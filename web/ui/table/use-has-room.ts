import { useMediaQuery } from '@mantine/hooks';

/** Screens wider than a phone's. */
export const NOT_ON_PHONES = '(min-width: 48em)';

/** True where the screen is wider than a phone's, from the first drawing on. */
export function useHasRoom(): boolean {
  return useMediaQuery(NOT_ON_PHONES, true, { getInitialValueInEffect: false });
}
