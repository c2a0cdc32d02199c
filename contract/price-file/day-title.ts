const DAY =
  /^(?:\p{L}[\p{L}\p{M}]*[.,]? )?(?:\d{1,4}[-/. ](?:\d{1,2}|\p{L}[\p{L}\p{M}]*\.?)[-/., ] ?\d{2,4}|\p{L}[\p{L}\p{M}]*\.? \d{1,2},? \d{4}|(?:19|20)\d{6})\.?(?:[t ]\d{1,2}:\d{2}.*)?$/iu;

/** Returns true for a text in the form of a day with its year, which may be none, such as `31/02/2026`. */
export function isDayTitle(text: string): boolean {
  return DAY.test(text.replaceAll(/\s+/g, ' ').trim());
}
