import fc from 'fast-check';

// A failure prints its seed; FC_SEED runs it again.
const seed = process.env.FC_SEED;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/** Returns how often a property is tried; the environment variable RUNS is an upper limit. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: Math.min(usual, Number(process.env.RUNS ?? usual)) };
}
