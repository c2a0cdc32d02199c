import type { Headings } from '#contract/price-file/headings.ts';

export interface PriceLine {
  line: number;
  text: string;
  cells: readonly string[];
  headings: Headings;
  hasWrongWidth: boolean;
  lone: { at: number; text: string } | undefined;
}
