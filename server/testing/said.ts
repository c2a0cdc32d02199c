import type { Sentence } from '#contract/messages/message.ts';

/** Any words of an audit entry. */
export function said(words: string): Sentence {
  return words as Sentence;
}
