import type { Day } from '#billing/calendar.ts';
import { weekdayName } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { nameOf } from './product-name.tsx';

type Closed = NonNullable<ClosedDay>;

export function closedSentence(closed: Closed, { date, today }: { date: Day; today: Day }, t: Translator['t']): string {
  if (closed.kind === 'weekday') return t('closed.weekday', { weekday: weekdayName(date, t) });
  if (closed.kind !== 'closed') return t(`closed.${closed.kind}`);
  return t(date < today ? 'closed.closedThen' : 'closed.closed');
}

export function closedReason(closed: Closed, date: Day, { language, t }: Translator): { text: string; lang: Language } {
  if (closed.kind === 'weekday') return { text: weekdayName(date, t), lang: language };
  const { reason, reason_si, reason_ta } = closed;
  return nameOf({ name: reason, name_si: reason_si, name_ta: reason_ta }, language);
}

export function ClosedReason({ closed, date, translator }: { closed: Closed; date: Day; translator: Translator }) {
  const { text, lang } = closedReason(closed, date, translator);
  return lang === translator.language ? text : <span lang={lang}>{text}</span>;
}
