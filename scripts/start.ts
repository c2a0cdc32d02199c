import { buildWeb, serve } from './serve.ts';

/** `npm start`. `--verbose` shows all output of the build. */
await buildWeb();
console.log(`Pola is ready on ${await serve()}`);
