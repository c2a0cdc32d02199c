import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { type Answers, askWord, type ImportQuestion, SKIP } from '../imports/read-table.ts';
import type { ProductRow } from '../products/queries.ts';
import type { FoundItem } from './match-items.ts';

const ITEM_QUESTION = 'item:';
/** The maximum number of open questions about items. The others are asked when these have answers. */
const MOST_OPEN = 50;

type AnsweredItem = Exclude<FoundItem, { candidates: unknown }> | { question: string } | { isSkipped: true };

/** Asks once about each item that fits several products. */
export class ItemQuestions {
  readonly #answers: Answers;
  readonly #asked = new Map<string, ImportQuestion>();

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  questions(): ImportQuestion[] {
    const all = [...this.#asked.values()];
    const open = all.filter(({ answer }) => answer === null);
    return [...all.filter(({ answer }) => answer !== null), ...open.slice(0, MOST_OPEN)];
  }

  settle(item: string, found: FoundItem): AnsweredItem {
    if (!('candidates' in found)) return found;
    const { candidates } = found;
    const id = `${ITEM_QUESTION}${foldText(item)}`;
    const lines = (this.#asked.get(id)?.lines ?? 0) + 1;
    const choices = [
      ...candidates.map((product) => ({ value: String(product.id), label: nameOf(product) })),
      { value: SKIP, label: apiMessage('prices.ask.skip') },
    ];
    const question = askWord(id, { question: apiMessage('prices.ask.item', { item }), choices, lines }, this.#answers);
    this.#asked.set(id, question);
    if (question.answer === null) return { question: id };
    return question.answer === SKIP ? { isSkipped: true } : { productId: Number(question.answer), isMapped: false };
  }
}

function nameOf({ name, name_si, name_ta }: ProductRow): string {
  return [name, name_si, name_ta].filter(Boolean).join(' · ');
}
