import { createContext } from 'react';

/** Whether the dialog works on what was chosen. */
export const DialogWork = createContext(false);
