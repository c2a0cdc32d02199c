import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { closings, type MonthPartFigures } from '#contract/closings.ts';
import type { MonthPart } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { dayAfter } from './month-days.ts';

type MonthFigures = Answer<typeof closings.month>;

/** Asks to close a month. Each part that is not done must be ticked. Returns whether the month was closed. */
export function askClose(figures: MonthFigures): Promise<boolean> {
  const { month, parts } = figures;
  const rests = parts.filter(({ open }) => open > 0);
  const body = { rests: Object.fromEntries(rests.map(({ part, open }) => [part, open])) };
  const close = () =>
    callAndTell({
      call: () => api(closings.close, { params: { month }, body }),
      doneSeconds: 4,
      failed: t('closings.closeFailed'),
    });
  return openDialog<boolean>(
    (answer) => <CloseDialog figures={figures} rests={rests} answer={answer} />,
    false,
    async (isYes) => !isYes || close(),
  );
}

interface CloseDialogProps {
  figures: MonthFigures;
  rests: readonly MonthPartFigures[];
  answer: (isYes: boolean) => void;
}

function CloseDialog({ figures: { month, first_open_day }, rests, answer }: CloseDialogProps) {
  const [ticked, setTicked] = useState<ReadonlySet<MonthPart>>(new Set());
  const tick = (part: MonthPart, isTicked: boolean) =>
    setTicked((before) => new Set(isTicked ? [...before, part] : [...before].filter((one) => one !== part)));
  const isOff = rests.some(({ part }) => !ticked.has(part));
  const body = (
    <Stack gap="sm">
      <Text size="sm">
        {t('closings.closeBody', { month: formatMonth(month), day: formatOfficeDay(dayAfter(month)) })}
      </Text>
      {first_open_day === null && <Text size="sm">{t('closings.closeNames')}</Text>}
      {rests.length > 0 && <Text size="sm">{t('closings.closeRests')}</Text>}
      {rests.map((rest) => (
        <Checkbox
          key={rest.part}
          label={nameRest(rest)}
          checked={ticked.has(rest.part)}
          onChange={(event) => tick(rest.part, event.currentTarget.checked)}
        />
      ))}
      {isOff && (
        <Text size="sm" role="status">
          {t('closings.closeUnticked')}
        </Text>
      )}
    </Stack>
  );
  const title = t('closings.closeTitle', { month: formatMonth(month) });
  return (
    <ConfirmDialog question={{ title, body, action: t('closings.close'), isDangerous: true, isOff }} answer={answer} />
  );
}

function nameRest({ part, open, open_amount }: MonthPartFigures): string {
  const rest = t(`closings.rest.${part}`, { count: open });
  return open_amount === null ? rest : t('closings.restOf', { rest, amount: formatMoney(open_amount) });
}
