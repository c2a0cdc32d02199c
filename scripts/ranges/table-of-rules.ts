import type { Horizon } from '#contract/words.ts';
import { CANDIDATES, type RangeCandidate } from './candidate-rules.ts';
import { type Measured, measureRule, type NamedHistory } from './measure-rule.ts';

/** The share of the ranges of each full year that has to hold. */
export const ACCEPTED = { least: 0.76, most: 0.84 };

const HALVES = ['A', 'B'] as const;
type Half = (typeof HALVES)[number];
const OTHER: Record<Half, Half> = { A: 'B', B: 'A' };

interface Measurement {
  candidate: RangeCandidate;
  halves: Record<Half, Measured>;
}

/** Every second product belongs to the same half, so that both have the same years. */
function halvesOf(histories: readonly NamedHistory[]): Record<Half, NamedHistory[]> {
  return { A: histories.filter((_, at) => at % 2 === 0), B: histories.filter((_, at) => at % 2 === 1) };
}

export function measureRules(histories: readonly NamedHistory[], horizon: Horizon): Measurement[] {
  const halves = halvesOf(histories);
  return CANDIDATES.map((candidate) => ({
    candidate,
    halves: {
      A: measureRule(halves.A, { horizon, candidate }),
      B: measureRule(halves.B, { horizon, candidate }),
    },
  }));
}

/** Returns the rule that a half chooses: the one with the lowest score among those that are accepted on it. */
export function chooseOn(half: Half, measured: readonly Measurement[]): Measurement | undefined {
  return measured
    .filter(({ halves }) => isAccepted(halves[half]))
    .toSorted((one, other) => one.halves[half].score - other.halves[half].score)[0];
}

/**
 * Returns the rule that is used: of the choices of the two halves, the one that is accepted on the half that did not
 * choose it too; of two such, the one with the lower score there.
 */
export function chooseRule(measured: readonly Measurement[]): Measurement | undefined {
  return HALVES.flatMap((half) => {
    const choice = chooseOn(half, measured);
    const outside = choice?.halves[OTHER[half]];
    return choice && outside && isAccepted(outside) ? [{ choice, score: outside.score }] : [];
  }).toSorted((one, other) => one.score - other.score)[0]?.choice;
}

export function isAccepted({ lowestYear, highestYear }: Measured): boolean {
  return lowestYear >= ACCEPTED.least && highestYear <= ACCEPTED.most;
}

export function tableOfRules(histories: readonly NamedHistory[], horizon: Horizon): string[] {
  const measured = measureRules(histories, horizon);
  const halves = halvesOf(histories);
  const choices = HALVES.map((half) => {
    const products = halves[half].map(({ product }) => product).join(', ');
    return `- ${half} (${products}) chooses: ${chooseOn(half, measured)?.candidate.name ?? 'none'}`;
  });
  return [
    `## ${horizon}`,
    '',
    ...choices,
    `- used: ${chooseRule(measured)?.candidate.name ?? 'none'}`,
    '',
    ...markdownRows([
      ['rule', ...HALVES.flatMap((half) => COLUMNS.map((column) => `${half}: ${column}`))],
      ['---', ...HALVES.flatMap(() => COLUMNS.map(() => '---'))],
      ...measured.map(({ candidate, halves: { A, B } }) => [candidate.name, ...cellsOf(A), ...cellsOf(B)]),
    ]),
    '',
  ];
}

const COLUMNS = ['held', 'rolling years', 'mean width', 'widest tenth from', 'score'] as const;

function cellsOf({ held, lowestYear, highestYear, width, widestTenth, score }: Measured): string[] {
  const percent = (share: number) => (100 * share).toFixed(1);
  return [
    percent(held),
    `${percent(lowestYear)} to ${percent(highestYear)}`,
    width.toFixed(2),
    widestTenth.toFixed(2),
    score.toFixed(3),
  ];
}

function markdownRows(rows: readonly (readonly string[])[]): string[] {
  return rows.map((cells) => `| ${cells.join(' | ')} |`);
}
