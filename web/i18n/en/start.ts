import session from './start/session.json';
import shell from './start/shell.json';
import ui from './start/ui.json';

/** What the sign-in page, the frame of the office and the shared components need. */
export const start = { ...session, ...shell, ...ui };
