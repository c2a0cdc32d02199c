import { createContext } from 'react';

/** True while the dialog carries out the chosen action. */
export const DialogWork = createContext(false);
