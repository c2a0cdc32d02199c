/** Everybody's password in the demo; not a secret. */
export const DEMO_PASSWORD = 'market-morning-5am';
