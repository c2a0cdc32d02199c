import gateApp from './gate/gate-app.json';
import ui from './start/ui.json';

/** The texts of the gate app, and of what it shares with the office. */
export const gateMessages = { ...gateApp, ...ui };
