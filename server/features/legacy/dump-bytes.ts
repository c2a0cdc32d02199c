/** The bytes of the signs that the readers of a dump look for. */
export const BYTE = {
  newline: 10,
  space: 32,
  double: 34,
  hash: 35,
  percent: 37,
  quote: 39,
  open: 40,
  close: 41,
  star: 42,
  comma: 44,
  dash: 45,
  slash: 47,
  semicolon: 59,
  backslash: 92,
  underscore: 95,
  tick: 96,
} as const;
