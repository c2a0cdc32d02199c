import { spawn } from 'node:child_process';

/** `npm run check`: format and lint, types, rules, dead code. */
const checks = [
  { name: 'format and lint', command: 'biome', options: ['ci', '--error-on-warnings', '.'] },
  { name: 'types', command: 'tsc', options: ['--noEmit'] },
  { name: 'rules', command: 'node', options: ['scripts/check/run.ts'] },
  { name: 'dead code', command: 'knip', options: ['--no-progress'] },
];

const results = await Promise.all(
  checks.map(async (check) => ({ ...check, ...(await run(check.command, check.options)) })),
);
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0 || name === 'rules') console.log(output.trim());
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;

function run(command: string, options: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: `${error.message}. Start it with "npm run check".` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
