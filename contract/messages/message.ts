import type { Day, Month } from '#billing/calendar.ts';
import { type KeyOf, textsOf } from '#texts/parts.ts';
import type { Language } from '../languages.ts';
import { writeDay, writeMonth } from './day-words.ts';
import { fill, type MessageValues, type Texts } from './format-message.ts';

/** A key of the server's texts, such as `payments.record.done`. Every key has an English text. */
export type ApiMessageKey = KeyOf<'server' | 'forms' | 'words' | 'paper'>;

const texts: Texts = textsOf('server', 'forms', 'words', 'paper');

/** The values of a sentence. All except text and numbers are written in the language of the sentence. */
type SentenceValue = string | number | ApiMessage | { day: Day } | { month: Month };
type SentenceValues = Readonly<Record<string, SentenceValue>>;

/** A sentence whose language is chosen only when the answer is serialized. */
export class ApiMessage {
  readonly key: ApiMessageKey;
  readonly values: SentenceValues;

  constructor(key: ApiMessageKey, values: SentenceValues) {
    this.key = key;
    this.values = values;
  }

  toJSON(): Sentence {
    return inWords(this, answerLanguage);
  }
}

export class Sentences {
  readonly #all: readonly ApiMessage[];

  constructor(all: readonly ApiMessage[]) {
    this.#all = all;
  }

  toJSON(): string {
    return this.#all.map((one) => one.toJSON()).join(' ');
  }
}

/** Words that are made of several sentences, also only when the answer is serialized. */
export class WrittenWords {
  readonly #write: (language: Language) => string;

  constructor(write: (language: Language) => string) {
    this.#write = write;
  }

  toJSON(): string {
    return this.#write(answerLanguage);
  }
}

/** The types that `writeJson` writes as text. */
export type Words = string | ApiMessage | Sentences | WrittenWords;

/** Returns the text in English, for logs and stored texts. */
export function englishOf(words: Words): string {
  return typeof words === 'string' ? words : words.toJSON();
}

let answerLanguage: Language = 'en';

/**
 * Returns JSON in which every ApiMessage is written in `language`. It is synchronous, so the language cannot change
 * while it runs.
 */
export function writeJson(answer: unknown, language: Language): string {
  answerLanguage = language;
  try {
    return JSON.stringify(answer);
  } finally {
    answerLanguage = 'en';
  }
}

export function apiMessage(key: ApiMessageKey, values: SentenceValues = {}): ApiMessage {
  return new ApiMessage(key, values);
}

export function inWords({ key, values }: ApiMessage, language: Language): Sentence {
  const texts = Object.entries(values).map(([name, value]) => [name, valueInWords(value, language)]);
  return message(key, Object.fromEntries(texts), language);
}

function valueInWords(value: SentenceValue, language: Language): string | number {
  if (typeof value !== 'object') return value;
  if (value instanceof ApiMessage) return inWords(value, language);
  return 'day' in value ? writeDay(value.day, language) : writeMonth(value.month, language);
}

/** A text from the catalogues: a literal does not compile where a sentence is required. */
export type Sentence = string & { readonly __unit: 'sentence' };

export function isMessageKey(key: string): key is ApiMessageKey {
  return Object.hasOwn(texts, key);
}

/** Returns the text, in English when it has no translation. */
export function message(key: ApiMessageKey, values: MessageValues = {}, language: Language = 'en'): Sentence {
  return fill(texts, { key, values }, language) as Sentence;
}
