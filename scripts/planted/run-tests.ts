import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { collectOutput } from '../run-quietly.ts';
import { bareEnvironment } from '../test/bare-environment.ts';
import {
  fromJourneys,
  fromVitest,
  type JourneysReport,
  type Results,
  readReport,
  type VitestReport,
} from '../test/read-results.ts';
import { type Tier, tiers } from '../test/tiers.ts';

export const JOURNEYS = 'journeys';

export const dayTiers = ['quick', 'all'] as const satisfies Tier[];
export type DayTier = (typeof dayTiers)[number];

interface TestRun {
  folder: string;
  /** A project of Vitest, or `journeys`. */
  project: string;
  files: readonly string[];
  tier: DayTier;
  /** True to stop at the first failure. */
  isBrief?: boolean;
}

interface TestsRun extends Pick<Results, 'failed'> {
  passing: string[];
}

/** Runs those tests of the files that belong to the tier. Throws if they did not start or finish. */
export async function runTests({ project, ...run }: TestRun): Promise<TestsRun> {
  return project === JOURNEYS ? runJourneys(run) : runVitest(project, run);
}

async function runVitest(
  project: string,
  { folder, files, tier, isBrief = false }: Omit<TestRun, 'project'>,
): Promise<TestsRun> {
  const report = reportIn(folder);
  const { vitest, leftOut } = tiers[tier];
  const options = ['--maxWorkers=1', '--reporter=json', '--passWithNoTests', ...(isBrief ? ['--bail=1'] : [])];
  const { failure, output } = await collectOutput(
    'vitest',
    ['run', `--project=${project}`, ...files, ...options, `--outputFile.json=${report}`, ...vitest.flat()],
    { cwd: folder, env: environmentOf(folder, tier) },
  );
  const results = readReport<VitestReport>(report);
  const passing = results.testResults
    .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
    .map(({ name }) => path.relative(folder, name));
  const { failed } = fromVitest(results, leftOut);
  if (failure !== undefined && failed.length === 0) throw new Error(`${failure}\n${output}`);
  return { failed, passing };
}

async function runJourneys({ folder, files, tier, isBrief = false }: Omit<TestRun, 'project'>): Promise<TestsRun> {
  const report = reportIn(folder);
  const options = ['--workers=1', '--reporter=json', '--pass-with-no-tests', ...(isBrief ? ['--max-failures=1'] : [])];
  await collectOutput('playwright', ['test', ...files, ...options, ...tiers[tier].playwright], {
    cwd: folder,
    env: { ...environmentOf(folder, tier), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const results = readReport<JourneysReport>(report);
  const { failed } = fromJourneys({ ...results, errors: [] });
  // After a failed journey, Playwright also reports errors that only say which journeys were not run. Errors outside of
  // journeys are therefore reported only if no journey failed.
  if (failed.length === 0) fromJourneys(results);
  return { failed, passing: passingJourneys(results.suites) };
}

function passingJourneys(suites: JourneysReport['suites']): string[] {
  const passing = suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.filter(({ ok }) => ok).map(({ file }) => `tests/${file}`),
    ...passingJourneys(inner),
  ]);
  return [...new Set(passing)];
}

function environmentOf(folder: string, tier: DayTier): NodeJS.ProcessEnv {
  return { ...process.env, ...bareEnvironment(folder), TEST_TIER: tier };
}

function reportIn(folder: string): string {
  return path.join(folder, `results-${randomUUID()}.json`);
}

const NOTICED =
  /AssertionError|Unable to find|Found multiple|Property failed|expect\(|timed? ?out|timeout .* exceeded/i;

/** Returns true for a failed assertion or a test that took too long. A file that cannot be loaded proves nothing. */
export function isNoticed({ failed }: Pick<Results, 'failed'>): boolean {
  return failed.some(({ message }) => NOTICED.test(message));
}
