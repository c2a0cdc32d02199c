import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BankLine } from '#contract/bank.ts';
import { type BankIgnoredKind, bankIgnoredKinds } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';

interface Ignored {
  kind: BankIgnoredKind;
  note: string;
}

/** Asks why a line has nothing to do with tenants. */
export function askIgnored(line: BankLine, work: (ignored: Ignored) => Promise<boolean>) {
  return openDialog<Ignored | undefined>(
    (answer) => <IgnoreDialog line={line} answer={answer} />,
    undefined,
    async (given) => given === undefined || work(given),
  );
}

function IgnoreDialog({ line, answer }: { line: BankLine; answer: (given: Ignored | undefined) => void }) {
  const [kind, setKind] = useState<BankIgnoredKind>(line.amount < 0 ? 'fee' : 'own_transfer');
  const [note, setNote] = useState('');
  const body = (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {formatOfficeDay(line.day)} · {line.text} · <b>{formatMoney(line.amount)}</b>
      </Text>
      <Radio.Group label={t('bank.ignore.kind')} value={kind} onChange={(chosen) => setKind(chosen as BankIgnoredKind)}>
        <Stack gap="xs" mt="xs">
          {bankIgnoredKinds.map((one) => (
            <Radio key={one} value={one} label={word('bankIgnored', one)} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput label={t('bank.ignore.note')} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
    </Stack>
  );
  const question = { title: t('bank.ignore.title'), body, action: t('bank.ignore.action') };
  return (
    <ConfirmDialog question={question} answer={(isYes) => answer(isYes ? { kind, note: note.trim() } : undefined)} />
  );
}
