/** The tiers of tests, one for each command. A test states its tier by its tags (vitest.config.ts). */
export type Tier = 'quick' | 'all' | 'nightly';

export interface TierSelection {
  needsLibreOffice: boolean;
  vitest: readonly (readonly string[])[];
  playwright: readonly string[];
  /** The tags whose tests are excluded. A test that is skipped for another reason is a failure. */
  leftOut: readonly string[];
  /** Whether the files of a few failed tests run again. */
  hasSecondTry: boolean;
}

export const tiers: Record<Tier, TierSelection> = {
  quick: {
    needsLibreOffice: false,
    vitest: [['--tags-filter=!slow && !nightly']],
    playwright: ['--grep=@quick'],
    leftOut: ['slow', 'nightly'],
    hasSecondTry: true,
  },
  all: {
    needsLibreOffice: false,
    vitest: [['--tags-filter=!nightly']],
    playwright: ['--grep-invert=@nightly'],
    leftOut: ['nightly'],
    hasSecondTry: true,
  },
  nightly: {
    needsLibreOffice: true,
    vitest: [['--tags-filter=nightly', '--project=unit', '--project=web', '--project=sqlite'], ['--project=postgres']],
    playwright: ['--grep=@nightly'],
    leftOut: [],
    hasSecondTry: false,
  },
};

/** Throws for an unknown word. */
export function readTier(word: string | undefined): Tier {
  if (word === 'quick' || word === 'all' || word === 'nightly') return word;
  throw new Error('Usage: node scripts/test/run.ts quick|all|nightly');
}
