import { subjects } from './subjects.ts';

type Subjects = typeof subjects;

/** The name of a section in the text files. A section is named after the programs that load it. */
export type Part = { [Subject in keyof Subjects]: keyof Subjects[Subject] }[keyof Subjects];

export type KeyOf<Parts extends Part> = {
  [Subject in keyof Subjects]: KeyIn<Subjects[Subject], Parts>;
}[keyof Subjects];

type KeyIn<Sections, Parts> = { [Name in Parts & keyof Sections]: keyof Sections[Name] }[Parts & keyof Sections];

/** A text by language; a translation may be missing. */
export type Text = Partial<Record<'en' | 'si' | 'ta', string>>;

/**
 * Code for browsers must not call this function, because it would load all texts. Such code imports `virtual:texts/...`
 * (scripts/setup/texts-plugin.ts).
 */
export function textsOf(...parts: readonly Part[]): Record<string, Text> {
  const files: Partial<Record<Part, Record<string, Text>>>[] = Object.values(subjects);
  return Object.assign({}, ...files.flatMap((file) => parts.map((part) => file[part])));
}
