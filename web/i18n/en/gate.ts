import gateApp from './gate/gate-app.json';

export const gateMessages = { ...gateApp };
