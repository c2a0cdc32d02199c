import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BankLine, BankPart, BankPayer } from '#contract/bank.ts';
import { t } from '#web/i18n/t.ts';
import { SearchedChoice } from '#web/ui/choice/searched-choice.tsx';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { AmountField, type TypedAmount } from '#web/ui/form/amount-field.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { describeKnownPart, isSameAmount, sumOfParts } from './describe-part.ts';

const MOST_SHOWN = 30;

interface Choosing {
  line: BankLine;
  recorded: readonly BankPart[];
  payers: readonly BankPayer[];
}

/** Asks which money a line is. `work` records it, and returns false to leave the dialog open. */
export function askParts(choosing: Choosing, work: (parts: BankPart[]) => Promise<boolean>) {
  return openDialog<BankPart[] | undefined>(
    (answer) => <PartsDialog {...choosing} answer={answer} />,
    undefined,
    async (given) => given === undefined || work(given),
  );
}

interface NewPart {
  /** Which row of the dialog it is, beginning with 1. */
  row: number;
  tenancy: string;
  amount: TypedAmount;
}

function PartsDialog({
  line,
  recorded,
  payers,
  answer,
}: Choosing & { answer: (given: BankPart[] | undefined) => void }) {
  const isIn = line.amount > 0;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [added, setAdded] = useState<readonly NewPart[]>(isIn ? [{ row: 1, tenancy: '', amount: line.amount }] : []);
  const known = recorded.filter((part) => chosen.has(keyOfPart(part)));
  const parts = [...known, ...added.flatMap((one) => toPart(one, payers))];
  const sum = sumOfParts(parts);
  const isWhole = parts.length > 0 && isSameAmount(sum, line.amount);
  const body = (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {formatOfficeDay(line.day)} · {line.text} · <b>{formatMoney(line.amount)}</b>
      </Text>
      <RecordedParts line={line} recorded={recorded} chosen={chosen} setChosen={setChosen} />
      {isIn && <NewParts payers={payers} added={added} setAdded={setAdded} rest={line.amount - sum} />}
      <Text size="sm" role="status" fw={700}>
        {t('bank.parts.sum', { sum: formatMoney(sum), amount: formatMoney(line.amount) })}
      </Text>
    </Stack>
  );
  const question = { title: t('bank.parts.title'), body, action: t('bank.parts.match'), isOff: !isWhole };
  return <ConfirmDialog question={question} answer={(isYes) => answer(isYes && isWhole ? parts : undefined)} />;
}

function keyOfPart({ kind, id }: BankPart): string {
  return `${kind} ${id}`;
}

function toPart({ tenancy, amount }: NewPart, payers: readonly BankPayer[]): BankPart[] {
  const payer = payers.find(({ tenancy_id }) => String(tenancy_id) === tenancy);
  if (!payer || typeof amount !== 'number' || amount <= 0) return [];
  const { tenancy_id: id, shop_id, tenant_name: name } = payer;
  return [{ kind: 'new_payment', id, amount, shop_id, name, method: null, cheque_number: null, day: null }];
}

interface RecordedPartsProps {
  line: BankLine;
  recorded: readonly BankPart[];
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
}

function RecordedParts({ line, recorded, chosen, setChosen }: RecordedPartsProps) {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().trim();
  const fitting = recorded
    .filter(({ amount }) => Math.sign(amount) === Math.sign(line.amount))
    .filter((part) => describeKnownPart(part).toLowerCase().includes(words))
    .toSorted((one, other) => Math.abs(one.amount - line.amount) - Math.abs(other.amount - line.amount));
  const toggle = (key: string) => setChosen(chosen.symmetricDifference(new Set([key])));
  return (
    <Stack gap="xs" role="group" aria-label={t('bank.parts.recorded')}>
      <TextInput
        label={t('bank.parts.recorded')}
        placeholder={t('bank.parts.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {fitting.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('bank.parts.none')}
        </Text>
      )}
      <Stack gap="xs" mah={240} style={{ overflowY: 'auto' }}>
        {fitting.slice(0, MOST_SHOWN).map((part) => (
          <Checkbox
            key={keyOfPart(part)}
            label={describeKnownPart(part)}
            checked={chosen.has(keyOfPart(part))}
            onChange={() => toggle(keyOfPart(part))}
          />
        ))}
      </Stack>
      {fitting.length > MOST_SHOWN && (
        <Text size="xs" c="dimmed">
          {t('bank.parts.most', { count: MOST_SHOWN })}
        </Text>
      )}
    </Stack>
  );
}

interface NewPartsProps {
  payers: readonly BankPayer[];
  added: readonly NewPart[];
  setAdded: (added: readonly NewPart[]) => void;
  /** What of the line is not chosen yet. */
  rest: number;
}

function NewParts({ payers, added, setAdded, rest }: NewPartsProps) {
  const choices = payers.map(({ tenancy_id, shop_id, tenant_name, due }) => ({
    value: String(tenancy_id),
    label: t('bank.parts.payer', { shop: shop_id, tenant: tenant_name, due: formatMoney(due) }),
  }));
  const change = (row: number, more: Partial<NewPart>) =>
    setAdded(added.map((one) => (one.row === row ? { ...one, ...more } : one)));
  return (
    <Stack gap="xs" role="group" aria-label={t('bank.parts.new')}>
      <Text size="sm" fw={700}>
        {t('bank.parts.new')}
      </Text>
      {added.map((one) => (
        <Group key={one.row} gap="xs" align="flex-end" wrap="nowrap">
          <SearchedChoice
            label={t('bank.parts.tenant', { number: one.row })}
            data={choices}
            value={one.tenancy}
            onChange={(tenancy) => change(one.row, { tenancy })}
            style={{ flex: 2 }}
          />
          <AmountField
            label={t('bank.parts.amount', { number: one.row })}
            value={one.amount}
            onChange={(amount) => change(one.row, { amount })}
            style={{ flex: 1 }}
          />
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            setAdded([
              ...added,
              { row: added.length + 1, tenancy: '', amount: rest > 0 ? Math.round(rest * 100) / 100 : '' },
            ])
          }
        >
          {t('bank.parts.add')}
        </Button>
      </Group>
    </Stack>
  );
}
