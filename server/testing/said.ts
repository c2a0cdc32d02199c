import type { Sentence } from '#contract/messages/message.ts';

export function said(words: string): Sentence {
  return words as Sentence;
}
