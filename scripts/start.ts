import { buildWeb, serve } from './serve.ts';

/** `npm start`. `--verbose` shows all output of the build. */
await buildWeb();
await serve();
