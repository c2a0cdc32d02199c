import type { ApiMessage, Words } from '#contract/messages/message.ts';

export type QuestionKind = 'order' | 'prices' | 'column' | 'unit';

/** A question about something that the file does not say. Nothing is written until every question has an answer. */
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
