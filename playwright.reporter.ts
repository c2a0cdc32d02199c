/** Playwright wants its reporter as a default export; the house wants names. */
export { JourneyTimes as default } from './scripts/test/measure-journeys.ts';
