import { createContext } from 'react';

/** Whether what the dialog asked for is under way. */
export const DialogWork = createContext(false);
