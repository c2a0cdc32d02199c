/** Playwright takes its setup as a default export; all other files export by name. */
export { fillOnce as default } from './tests/support/fill-once.ts';
