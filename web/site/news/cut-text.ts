/** Characters that a description may have before it is cut (specification 1, section 9). */
const MOST_CHARACTERS = 200;

/** What belongs to the letter before it: vowel signs, joiners, the second half of a pair. A cut before one would change that letter. */
const BELONGS_BEFORE = /^(?:\p{M}|\u200c|\u200d|[\udc00-\udfff])/u;
const JOINER = '\u200d';

/** True when a description is shown cut at first. */
export function isLong(text: string): boolean {
  return text.length > MOST_CHARACTERS;
}

/** The first 200 characters and '...', or the whole text when it is no longer than that; never a letter without its signs. */
export function cutText(text: string): string {
  if (!isLong(text)) return text;
  let end = MOST_CHARACTERS;
  while (end > 0 && (BELONGS_BEFORE.test(text.slice(end)) || text[end - 1] === JOINER)) end -= 1;
  return `${text.slice(0, end)}...`;
}
