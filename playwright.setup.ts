/** Playwright wants its setup as a default export; the house wants names. */
export { fillOnce as default } from './tests/support/fill-once.ts';
