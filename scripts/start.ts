import { buildWeb, serve } from './serve.ts';

/** `npm start` builds what has changed, and serves. `--verbose` shows all output of the build. */
await buildWeb();
await serve();
