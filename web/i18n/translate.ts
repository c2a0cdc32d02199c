import type { Language } from '#contract/site.ts';
import type chart from './en/chart.json';
import type closedDays from './en/closed-days.json';
import type contact from './en/contact.json';
import type everyPage from './en/every-page.json';
import type findable from './en/findable.json';
import type home from './en/home.json';
import type news from './en/news.json';
import type openData from './en/open-data.json';
import type prices from './en/prices.json';
import { formatCount } from './format.ts';

/** The files of texts: `every-page` and one for each page that says more, in a folder for each language. */
interface Texts {
  'every-page': typeof everyPage;
  prices: typeof prices;
  chart: typeof chart;
  'closed-days': typeof closedDays;
  home: typeof home;
  news: typeof news;
  contact: typeof contact;
  'open-data': typeof openData;
  /** For search engines: of the head of a page, which the server alone writes. */
  findable: typeof findable;
}
export type Namespace = keyof Texts;

/** Every text of the public site by its key; the three languages have the same keys (a test compares them). */
export type Messages = Record<{ [Name in Namespace]: keyof Texts[Name] }[Namespace], string>;
export type MessageKey = keyof Messages;

/** The stem of a text that changes with a count: `prices.count` stands for `prices.count.one` and `prices.count.other`. */
export type PluralKey = MessageKey extends infer Key ? (Key extends `${infer Stem}.other` ? Stem : never) : never;

/** What fills the {names} of a text. Numbers are written as counts (1,038); a year is passed as text. */
export type Values = Record<string, string | number>;

/** Gives a text in the reader's language, its {names} filled in. */
export interface Translate {
  (key: MessageKey, values?: Values): string;
  (key: PluralKey, values: Values & { count: number }): string;
}

/** The translator of one catalogue. A misspelt key is a compile error; a {name} without a value stays and is seen in tests. */
export function createTranslate(messages: Messages, language: Language): Translate {
  const rules = new Intl.PluralRules(language);
  return (key: MessageKey | PluralKey, values: Values = {}) => {
    const text = key in messages ? messages[key as MessageKey] : chosenByCount(messages, key, rules, values.count);
    return fill(text, values);
  };
}

/** Texts split at their {names}, once each: words at even places, names at odd ones. A page fills hundreds of them. */
const splitTexts = new Map<string, string[]>();

function fill(text: string, values: Values): string {
  const parts = splitTexts.get(text) ?? text.split(/\{(\w+)\}/);
  splitTexts.set(text, parts);
  let filled = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 2) {
    const name = parts[at] ?? '';
    const value = values[name];
    filled += (typeof value === 'number' ? formatCount(value) : (value ?? `{${name}}`)) + (parts[at + 1] ?? '');
  }
  return filled;
}

/** The catalogues know two forms, which is all that English, Sinhala and Tamil have. */
function chosenByCount(messages: Messages, stem: string, rules: Intl.PluralRules, count: string | number = 0): string {
  const form = rules.select(Number(count)) === 'one' ? 'one' : 'other';
  return messages[`${stem}.${form}` as MessageKey];
}

/** What a component needs to speak to a reader. */
export interface Translator {
  language: Language;
  t: Translate;
}
