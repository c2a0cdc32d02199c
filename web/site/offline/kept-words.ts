import type { SiteMessageKey } from '#web/i18n/translate.ts';

/** Why a copy is shown instead of the page. */
export const keptReasons = ['offline', 'unreachable', 'unanswered', 'failing', 'foreign'] as const;
export type KeptReason = (typeof keptReasons)[number];

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;

/** The texts that the service worker writes into a copy. The page /offline of each language contains them as JSON. */
export const keptKeys: readonly SiteMessageKey[] = [
  ...keptReasons.map((reason) => `offline.why.${reason}` as const),
  'offline.keptAt',
  'offline.showCurrent',
  'offline.push.title',
  'offline.push.text',
  'days.date.short',
  ...MONTHS.map((month) => `days.monthShort.${month}` as const),
];

export const KEPT_WORDS_ID = 'kept-words';
