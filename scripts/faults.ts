import { spawnSync } from 'node:child_process';

/** `npm run faults`: the attacks that take longer than a minute. A failure names its seed and its request. */
const attacks = [
  {
    name: '10,000 made-up requests to each subject, on SQLite and on PostgreSQL',
    options: ['--project', 'sqlite', '--project', 'postgres', 'server/every-call-fuzz.test.ts'],
    settings: { FUZZ: '10000' },
  },
  {
    name: '5,000 made-up commands to both engines',
    options: ['--project', 'postgres', 'server/engine-parity.test.ts'],
    settings: { PARITY: '5000' },
  },
  {
    name: '10,000 bills, deletions and credit notes by two servers, of which one is killed: serials and schedules',
    options: ['--project', 'postgres', 'server/features/tax/kill.test.ts'],
    settings: { SERIALS: '10000' },
  },
  { name: 'servers that are killed', options: ['--project', 'faults'], settings: { FAULTS: 'yes' } },
];

let failed = 0;
for (const { name, options, settings } of attacks) {
  const begun = performance.now();
  console.log(`\n== ${name}`);
  const { status } = spawnSync('vitest', ['run', '--disable-console-intercept', ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...settings },
  });
  if (status !== 0) failed += 1;
  console.log(`${status === 0 ? 'held' : 'FAILED'} in ${Math.round((performance.now() - begun) / 1000)} s: ${name}`);
}
console.log(`\n${attacks.length - failed} of ${attacks.length} held`);
process.exitCode = failed === 0 ? 0 : 1;
