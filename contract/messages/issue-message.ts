import type { MessageValues } from './format-message.ts';
import type { ApiMessage, ApiMessageKey } from './message.ts';

/**
 * Returns the text that a schema carries as the message of an issue: the key of a sentence and its values. It is put into
 * words when the refusal is answered, so that schemas in the browser need no catalogue.
 */
export function issueMessage(key: ApiMessageKey, values: MessageValues = {}): string {
  return JSON.stringify([key, values]);
}

/** Returns the sentence that an issue carries. Throws when its message was not made by `issueMessage`. */
export function readIssueMessage(text: string): ApiMessage {
  const [key, values] = JSON.parse(text) as [ApiMessageKey, MessageValues];
  return { key, values };
}
