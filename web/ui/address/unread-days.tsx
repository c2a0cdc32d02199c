import { Alert } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { isDay } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '../format/browser-clock.ts';
import { formatOfficeDay } from '../format/dates.ts';

const NAMES = ['date', 'from', 'to', 'statement-from', 'statement-to'];

/**
 * Lists the dates in the address that the page could not use, as in an old link. Each field
 * shows the date used instead.
 */
export function UnreadDays() {
  const [params] = useSearchParams();
  const faults = NAMES.flatMap((name) => faultOf(params.get(name) ?? '') ?? []);
  return faults.map((fault) => (
    <Alert key={fault} role="alert" color="red" p="sm">
      {fault}
    </Alert>
  ));
}

function faultOf(text: string): string | undefined {
  if (text === '') return undefined;
  if (!isDay(text)) return t('ui.day.addressUnread', { text });
  return text > browserToday() ? t('ui.day.addressLater', { day: formatOfficeDay(text) }) : undefined;
}
