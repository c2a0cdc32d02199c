import { z } from 'zod';
import { lineText, optionalLine, paragraph } from './scalars.ts';

/** A line in three languages. English is required; an empty translation falls back to it. */
export function translatedLine(maxLength: number) {
  const translation = optionalLine(maxLength).default('');
  return z.object({ en: lineText(maxLength), si: translation, ta: translation });
}

export function optionalTexts(maxLength: number) {
  return z.object({ en: paragraph(maxLength), si: paragraph(maxLength), ta: paragraph(maxLength) });
}

export const serviceIcons = ['stall', 'prices', 'lorry', 'water', 'phone', 'news', 'scales', 'guard'] as const;
export type ServiceIcon = (typeof serviceIcons)[number];

export const service = z.object({
  icon: z.enum(serviceIcons).default('stall'),
  title: translatedLine(80),
  description: translatedLine(400),
});
export type Service = z.output<typeof service>;
