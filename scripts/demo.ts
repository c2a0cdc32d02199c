import { fillDemo } from './demo/fill-demo.ts';

/**
 * `npm run demo`: a market with five years behind it, in a data folder of its own that is filled once, and the server on
 * it. An existing database is never touched: where there is one, it is only served.
 */
process.env.DATA_DIR ||= 'data-demo';
await fillDemo();
await import('#server/main.ts');
