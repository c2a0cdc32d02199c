export type PlantedChange = { file: string } & (
  | { edits: readonly [find: string, replace: string][] }
  | { text: string }
);

/** `namedBy` is the file in which the compiler reports an error, or `PROJECT FILE` of a test that fails. */
export type NamedChange = PlantedChange & { namedBy: string; isMigration?: true };

/** A change to the product that a market is likely to need one day. The command makes it in a copy of the product. */
export interface Plant {
  name: string;
  mostFiles: number;
  /** The change that is made first, to the file that declares the new value. */
  first?: PlantedChange;
  /**
   * The changes to other files, in the order in which they are made. Each is made only while `namedBy` reports
   * something. Those that nothing reports are silent.
   */
  others: readonly NamedChange[];
  /** The source of a test that uses the feature that the change adds. It is written into the copy of the product. */
  proof?: string;
  /** The Vitest project of the proof; without it, `sqlite`. */
  proofIn?: 'web';
  /** The tests that must pass once the whole change has been made. */
  passing: readonly string[];
}

export const SCHEMA_TEST = 'sqlite server/db/first-schema.test.ts';

export function addedText(key: string, after: string, text: Record<'en' | 'si' | 'ta', string>): [string, string] {
  return [`    "${after}":`, `    "${key}": ${JSON.stringify(text)},\n    "${after}":`];
}
