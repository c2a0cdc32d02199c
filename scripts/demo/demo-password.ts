/** The password of every account in the demo. It is not a secret. */
export const DEMO_PASSWORD = 'market-morning-5am';
