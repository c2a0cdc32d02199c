import { foldForSearch, foldText, foldWords, isFound } from '#contract/fold-text.ts';
import type { Choice } from './choice-field.tsx';

/** The separator between the parts of a label: number, name and tenant of a shop. */
export const BETWEEN_PARTS = ' · ';

/**
 * Returns the choice that the text identifies: by its value, its label, or a part of the label that no other choice
 * has. `meant` contains the values that the text identifies in another way, such as by a payment reference.
 */
export function findTyped(choices: readonly Choice[], text: string, meant: readonly string[] = []): Choice | undefined {
  const typed = foldText(text);
  if (typed === '') return undefined;
  if (meant.length === 1) return choices.find(({ value }) => value === meant[0]);
  const whole = choices.find(({ value, label }) => foldText(value) === typed || foldText(label) === typed);
  if (whole) return whole;
  const [found, ...others] = choices.filter(({ label }) =>
    label.split(BETWEEN_PARTS).some((part) => foldText(part) === typed),
  );
  return others.length === 0 ? found : undefined;
}

/**
 * Returns the matching choices: exact matches first, then those that begin with the text, so that Enter chooses the
 * expected one.
 */
export function searchChoices(choices: readonly Choice[], text: string, meant: readonly string[] = []): Choice[] {
  const words = foldWords(text);
  const typed = foldText(text);
  const exact = findTyped(choices, text, meant);
  const rank = ({ value, label }: Choice) => {
    if (value === exact?.value) return 0;
    return foldText(label).startsWith(typed) ? 1 : 2;
  };
  return choices
    .filter((one) => words.length === 0 || meant.includes(one.value) || isFound(words, foldForSearch(one.label)))
    .toSorted((a, b) => rank(a) - rank(b));
}
