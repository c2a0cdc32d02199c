import gateApp from './gate/gate-app.json';
import shared from './start/shared.json';

/** Also of the modules that it shares with the office. */
export const gateMessages = { ...gateApp, ...shared };
