/**
 * The maximum number of rows in a picture. Messengers shrink pictures to a height of 1600 pixels, so more rows would be
 * too small to read.
 */
export const ROWS_PER_PICTURE = 32;
