import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#contract/languages.ts';
import type { MessageKey } from '#web/i18n/t.ts';

export type StaffTexts = Record<MessageKey, string>;

export function staffTextsIn(language: Language): StaffTexts {
  const files = ['start', 'office', 'gate'].flatMap((group) => {
    const folder = path.join(import.meta.dirname, '../../web/i18n', language, group);
    return readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  });
  return Object.assign({}, ...files);
}
