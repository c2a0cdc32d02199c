import gateApp from './gate/gate-app.json';

/** What the gate app needs besides the shared components. */
export const gate = { ...gateApp };
