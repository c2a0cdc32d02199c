import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { addCentre } from '#server/features/other-centres/edit-centre.ts';
import { demoCentres, type StartedCentre } from './demo-centres-data.ts';
import { doneBy } from './demo-market.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../demo-centres.ts');
/** Three markets of three months of prices in one process: enough, and little beside the demo itself. */
const MEMORY = ['--max-old-space-size=96', '--max-semi-space-size=2'];

/**
 * Starts the other centres of the demo in a process of their own and enters them. They have another port at each start;
 * their keys stay, so the demo only notes their new addresses.
 */
export async function startCentres(): Promise<void> {
  const config = readConfig();
  const centres = spawn(process.execPath, [...MEMORY, PROGRAM, config.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const started: StartedCentre[] = [];
  for await (const line of createInterface({ input: centres.stdout })) {
    started.push(JSON.parse(line));
    if (started.length === demoCentres.length) break;
  }
  if (started.length < demoCentres.length) throw new Error('The other centres of the demo could not be started.');
  centres.unref();
  const database = connect(config);
  try {
    const context = { ...doneBy('superadmin', systemClock.now()), actor: 'demo' };
    for (const { address, key, name, km } of started) {
      const identity = { key, name: name.en, name_si: name.si, name_ta: name.ta, licence: '', listTime: null };
      await database.write((tx) => addCentre(tx, context, { address, identity, distance_km: km }));
    }
  } finally {
    await database.close();
  }
  console.log(
    `Other centres:\n${started.map(({ name, address }) => `  ${name.en}: ${address}/api/v1/prices`).join('\n')}`,
  );
}
