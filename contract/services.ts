import { z } from 'zod';

export const multilingualText = z.object({ en: z.string(), si: z.string(), ta: z.string() });

export const serviceIcons = ['stall', 'prices', 'lorry', 'water', 'phone', 'news', 'scales', 'guard'] as const;
export type ServiceIcon = (typeof serviceIcons)[number];

export const service = z.object({
  icon: z.enum(serviceIcons, `must be one of ${serviceIcons.join(', ')}`).default('stall'),
  title: multilingualText,
  description: multilingualText,
});
export type Service = z.output<typeof service>;
