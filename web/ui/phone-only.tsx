import type { ReactNode } from 'react';
import { useHasRoom } from './table/use-has-room.ts';

/** What a cell says on a phone alone, in place of columns for which there is no room. */
export function PhoneOnly({ children }: { children: ReactNode }) {
  return useHasRoom() ? null : children;
}
