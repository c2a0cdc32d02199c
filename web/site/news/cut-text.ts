/** The maximum number of characters in a text in a list (specification 1, section 9). */
const MOST_CHARACTERS = 200;

/**
 * Matches vowel signs, joiners and the second half of a surrogate pair, because a cut before them would change the
 * letter.
 */
const BELONGS_BEFORE = /^(?:\p{M}|\u200c|\u200d|[\udc00-\udfff])/u;
const JOINER = '\u200d';

export function isLong(text: string): boolean {
  return text.length > MOST_CHARACTERS;
}

export function cutText(text: string): string {
  if (!isLong(text)) return text;
  let end = MOST_CHARACTERS;
  while (end > 0 && (BELONGS_BEFORE.test(text.slice(end)) || text[end - 1] === JOINER)) end -= 1;
  return `${text.slice(0, end)}...`;
}
