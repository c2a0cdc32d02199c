import { demoEmailOf } from '#contract/demo.ts';
import { roles } from '#contract/roles.ts';
import { readConfig } from '#server/config.ts';
import { keepNewFilesPrivate } from '#server/db/data-folder.ts';
import { requireDataFolder } from '#server/db/require-data-folder.ts';
import { DEMO_PASSWORD } from './demo/demo-password.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { startCentres } from './demo/start-centres.ts';
import { callOfProcess, finishes } from './run-command.ts';
import { buildWeb, serve } from './serve.ts';

/** The data folder of `npm run demo`. An existing database is served as it is. */
process.env.DATA_DIR ||= 'data-demo';
// The sign-in page offers the accounts of the demo.
process.env.DEMO_PASSWORD = DEMO_PASSWORD;
process.env.WEATHER_URL ||= 'example';
/** `npm run demo -- centres` starts three more markets on this computer. */
const hasCentres = process.argv.includes('centres');
if (hasCentres) process.env.LOOPBACK_CENTRES = 'localhost';
const isUsable = await finishes(
  callOfProcess(),
  (fault) => `The demo cannot start: ${fault}`,
  async () => requireDataFolder(readConfig().dataDir),
);
if (!isUsable) process.exit(1);
const built = buildWeb('quick');
keepNewFilesPrivate();
await Promise.all([built, fillDemo()]);
if (hasCentres) await startCentres();
console.log(`
Sign in with one of these, password ${DEMO_PASSWORD}:
${roles.map((role) => `  ${demoEmailOf(role)}`).join('\n')}
`);
await serve();
