export const MEASURED_VARIABLE = 'TEST_TIMES';

export interface MeasuredTest {
  name: string;
  /** Of the processor. */
  seconds: number;
  tags: readonly string[];
}

/** A line of the file that the variable names. */
export interface MeasuredFile {
  file: string;
  suite: string;
  /** Of the processor, with loading and setting up. */
  seconds: number;
  tests: readonly MeasuredTest[];
}
