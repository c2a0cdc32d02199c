const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The months of a year to choose from, by the two digits they have in `YYYY-MM`. */
export const monthChoices = NAMES.map((label, at) => ({ value: String(at + 1).padStart(2, '0'), label }));
