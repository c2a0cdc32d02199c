import session from './start/session.json';
import shared from './start/shared.json';
import shell from './start/shell.json';
import ui from './start/ui.json';

export const start = { ...session, ...shared, ...shell, ...ui };
