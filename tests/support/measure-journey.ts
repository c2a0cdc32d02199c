import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import { MEASURED_VARIABLE, type MeasuredFile, TICKS_A_SECOND } from '#scripts/test/measured.ts';

export async function measureJourney(run: () => Promise<void>, { file, title, tags }: TestInfo): Promise<void> {
  const target = process.env[MEASURED_VARIABLE];
  if (target === undefined || process.platform !== 'linux') return run();
  const begun = secondsOfTree();
  await run();
  const seconds = secondsOfTree() - begun;
  const measured: MeasuredFile = { file, suite: 'journeys', seconds, tests: [{ name: title, seconds, tags }] };
  appendFileSync(target, `${JSON.stringify(measured)}\n`);
}

/** Returns the time of this process and all it started, with those that have ended. */
function secondsOfTree(): number {
  const children = new Map<number, number[]>();
  const own = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? fieldsOf(name) : undefined;
    if (!fields) continue;
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    own.set(Number(name), ticks / TICKS_A_SECOND);
    children.set(Number(fields[1]), [...(children.get(Number(fields[1])) ?? []), Number(name)]);
  }
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), own.get(pid) ?? 0);
  return sum(process.pid);
}

/** After the name in brackets: state, parent, and from 11 on user and system time, its own and of ended children. */
function fieldsOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
