import { z } from 'zod';
import { collectOutput } from './run-quietly.ts';

const advisory = z.object({ title: z.string(), severity: z.string(), url: z.string(), range: z.string() });
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
  metadata: z.object({ dependencies: z.object({ total: z.int().positive() }) }),
});

/**
 * `npm run audit:packages` compares the packages of the lock file with the faults that the registry knows. Fails if it
 * knows one, and also if they could not be compared.
 */
const { output } = await collectOutput('npm', [
  'audit',
  '--json',
  '--package-lock-only',
  '--loglevel=silent',
  '--fetch-retries=0',
  '--fetch-timeout=20000',
]);
const read = report.safeParse(readJson(output));
if (read.success) {
  const { vulnerabilities, metadata } = read.data;
  const lines = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via.filter((each) => typeof each !== 'string').map((each) => describe(name, each)),
  );
  for (const line of new Set(lines)) console.log(line);
  console.log(`figures: ${lines.length} known faults in ${metadata.dependencies.total} packages`);
  process.exitCode = lines.length === 0 ? 0 : 1;
} else {
  console.log('The packages were not compared with known faults: the registry does not answer, or not about faults.');
  process.exitCode = 1;
}

function describe(name: string, { title, severity, url, range }: z.output<typeof advisory>): string {
  return `${name} ${range}: ${severity}, ${title} (${url})`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
