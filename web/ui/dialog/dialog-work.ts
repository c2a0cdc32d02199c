import { createContext } from 'react';

/** True while the dialog works on the chosen action. */
export const DialogWork = createContext(false);
