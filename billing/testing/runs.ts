import fc from 'fast-check';

// A failing test prints its seed. FC_SEED repeats the run with that seed.
const seed = process.env.FC_SEED;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/** Returns how many random cases a property is tested with. The environment variable RUNS is an upper limit. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: Math.min(usual, Number(process.env.RUNS ?? usual)) };
}
