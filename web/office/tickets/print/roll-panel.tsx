import IconPrinter from 'virtual:icons/printer';
import { Button } from '@mantine/core';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { printOnRoll } from '#web/documents/print-on-roll.ts';
import { t } from '#web/i18n/t.ts';

export function RollPanel({ children }: { children: (sheet: Ref<HTMLElement>) => ReactNode }) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => void printOnRoll(sheet.current), []);
  return (
    <>
      {children(sheet)}
      <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => printOnRoll(sheet.current)}>
        {t('tickets.print.print')}
      </Button>
    </>
  );
}
