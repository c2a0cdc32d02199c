import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { bank, MOST_BANK_LINES } from '#contract/bank.ts';
import type { Answer } from '#contract/call.ts';
import { bankLineStates } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { countAfter, type LineMove } from './known-changes.ts';
import { LineRow } from './line-row.tsx';
import { useLineWork } from './use-line-work.ts';

type Lines = Answer<typeof bank.lines>;

/** Shows the lines of a bank account, and what each may be. */
export function BankLinesPage() {
  const { id = '' } = useParams();
  const [chosen, chooseState] = useAddressFilter('state');
  const state = bankLineStates.find((one) => one === chosen) ?? 'open';
  const mayWrite = useMay('books.write');
  const load = useLoad(`bank lines ${id} ${state}`, (signal) =>
    api(bank.lines, { params: { id }, query: { state } }, { signal }),
  );
  const [moved, setMoved] = useState<{ of: Lines | undefined; moves: readonly LineMove[] }>({
    of: undefined,
    moves: [],
  });
  const now = load.data && countAfter(load.data, moved.of === load.data ? moved.moves : []);
  const move = (of: Lines, one: LineMove) =>
    setMoved((before) => ({ of, moves: before.of === of ? [...before.moves, one] : [one] }));
  return (
    <Screen
      path="/bank-accounts/:id"
      title={load.data?.account.name ?? t('shell.page.bank-lines')}
      actions={
        <Group gap="xs">
          {mayWrite && (
            <Button component={Link} to={placeOf('/bank-accounts/:id/import', { id })}>
              {t('bank.import.open')}
            </Button>
          )}
          <Button variant="default" component={Link} to={placeOf('/bank-accounts/:id/month', { id })}>
            {t('bank.month.open')}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <ChoiceField
            label={t('bank.line.state')}
            data={bankLineStates.map((value) => ({ value, label: labelOf(value, now) }))}
            value={state}
            onChange={(value) => chooseState(value === 'open' ? null : value)}
            w={220}
          />
          <Button variant="default" onClick={load.reload} loading={load.isLoading && load.data !== undefined}>
            {t('bank.lines.reload')}
          </Button>
        </Group>
        <AsyncState load={load} failure={t('bank.lines.failed')}>
          {(answer) => (
            <LineList
              key={keyOfLines(answer)}
              id={id}
              answer={answer}
              open={(now ?? answer).account.open}
              onMove={(one) => move(answer, one)}
              mayWrite={mayWrite}
              state={state}
            />
          )}
        </AsyncState>
      </Stack>
    </Screen>
  );
}

function labelOf(state: (typeof bankLineStates)[number], answer: Lines | undefined): string {
  const label = word('bankLine', state);
  return answer === undefined ? label : `${label} (${answer.counts[state]})`;
}

/** Another answer is another list, in which nothing was changed yet. */
function keyOfLines({ lines, counts }: Lines): string {
  return `${lines.map(({ line_id }) => line_id).join()} ${counts.open} ${counts.matched}`;
}

interface LineListProps {
  id: string;
  answer: Lines;
  open: Lines['account']['open'];
  onMove: (move: LineMove) => void;
  mayWrite: boolean;
  state: (typeof bankLineStates)[number];
}

function LineList({ id, answer, open, onMove, mayWrite, state }: LineListProps) {
  const { lines, busy, actions, list } = useLineWork(answer, onMove);
  if (lines.length === 0)
    return state === 'open' ? (
      <Empty text={t('bank.lines.empty')} next={t('bank.lines.emptyNext')} />
    ) : (
      <Empty text={t('bank.lines.none')} />
    );
  return (
    <Stack gap="sm">
      {state === 'open' && (
        <Text size="sm">{t('bank.lines.sum', { count: open.count, amount: formatMoney(open.amount) })}</Text>
      )}
      {mayWrite && state === 'open' && <Keys />}
      <Stack gap="xs" ref={list} role="group" aria-label={t('bank.lines.label')} data-account={id}>
        {lines.map((line) => (
          <LineRow
            key={line.line_id}
            line={line}
            isBusy={busy.has(line.line_id)}
            mayWrite={mayWrite}
            actions={actions}
          />
        ))}
      </Stack>
      {lines.length === MOST_BANK_LINES && (
        <Text size="sm" c="dimmed">
          {t('bank.lines.most', { count: MOST_BANK_LINES })}
        </Text>
      )}
    </Stack>
  );
}

function Keys() {
  const keys = [
    ['Enter', t('bank.keys.enter')],
    ['1–9', t('bank.keys.digits')],
    ['S', t('bank.keys.choose')],
    ['I', t('bank.keys.ignore')],
    ['U', t('bank.keys.undo')],
    ['↑ ↓', t('bank.keys.move')],
  ] as const;
  return (
    <Group gap="md" visibleFrom="sm" component="dl" m={0}>
      {keys.map(([key, what]) => (
        <Group key={key} gap="xs" component="div" m={0}>
          <dt>
            <Kbd>{key}</Kbd>
          </dt>
          <Text component="dd" m={0} size="xs">
            {what}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
