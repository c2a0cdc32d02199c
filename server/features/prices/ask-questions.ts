import type { ApiMessage, Words } from '#contract/messages/message.ts';

export type QuestionKind = 'order' | 'prices' | 'column' | 'unit';

/** What a file does not say. Nothing is written while one has no answer. */
export interface ImportQuestion {
  id: string;
  kind: QuestionKind;
  question: ApiMessage;
  choices: { value: string; label: Words }[];
  takes_number: boolean;
  lines: number;
  answer: string | null;
}

export type Answers = Readonly<Record<string, string>>;

export const SKIP = 'skip';
