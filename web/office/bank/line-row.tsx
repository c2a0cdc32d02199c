import { Button, Group, Kbd, Paper, Stack, Text } from '@mantine/core';
import type { BankLine } from '#contract/bank.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { describePart, describeProposal, isSameAmount } from './describe-part.ts';

export interface LineActions {
  accept: (line: BankLine, at: number) => void;
  choose: (line: BankLine) => void;
  ignore: (line: BankLine) => void;
  undo: (line: BankLine) => void;
}

interface LineRowProps {
  line: BankLine;
  isBusy: boolean;
  mayWrite: boolean;
  actions: LineActions;
}

/** A line of the bank with what it may be. Its first button has the focus while the line is worked on by keyboard. */
export function LineRow({ line, isBusy, mayWrite, actions }: LineRowProps) {
  const { line_id, day, text, amount } = line;
  const label = `${formatOfficeDay(day)}, ${text}, ${formatMoney(amount)}`;
  return (
    <Paper
      withBorder
      p="sm"
      component="section"
      aria-label={label}
      data-line={line_id}
      data-state={isBusy ? 'busy' : line.state}
      aria-busy={isBusy}
    >
      <Stack gap="xs">
        <Group gap="sm" justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Text size="xs" c="dimmed">
              {formatOfficeDay(day)}
            </Text>
            <Text size="sm" fw={700} style={{ overflowWrap: 'anywhere' }}>
              <Unbroken text={text} />
            </Text>
          </div>
          <Text fw={700} style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(amount)}
          </Text>
        </Group>
        {line.match ? (
          <Matched line={line} match={line.match} isBusy={isBusy} mayWrite={mayWrite} actions={actions} />
        ) : (
          <Open line={line} isBusy={isBusy} mayWrite={mayWrite} actions={actions} />
        )}
      </Stack>
    </Paper>
  );
}

function Matched({ line, match, isBusy, mayWrite, actions }: LineRowProps & { match: NonNullable<BankLine['match']> }) {
  const { parts, ignored_as, note, by, books_amount } = match;
  const what = ignored_as === null ? parts.map(describePart).join('; ') : word('bankIgnored', ignored_as);
  return (
    <Group gap="sm" justify="space-between">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" c="leaf" style={{ overflowWrap: 'anywhere' }}>
          {[what, note].filter(Boolean).join('. ')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('bank.line.matchedBy', { by })}
        </Text>
        {!isSameAmount(books_amount, line.amount) && (
          <Text size="sm" c="red">
            {t('bank.line.changed', { amount: formatMoney(books_amount) })}
          </Text>
        )}
      </div>
      {mayWrite && (
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => actions.undo(line)}>
          {t('bank.line.undo')}
        </Button>
      )}
    </Group>
  );
}

/** A proposal that may be wrong is not the first button, so that Enter never accepts it. */
function Open({ line, isBusy, mayWrite, actions }: LineRowProps) {
  const { proposals } = line;
  const isClear = proposals[0]?.is_question === false;
  const choose = (
    <Button
      size="xs"
      variant={isClear ? 'default' : 'filled'}
      disabled={isBusy || !mayWrite}
      onClick={() => actions.choose(line)}
    >
      {t('bank.line.choose')}
    </Button>
  );
  return (
    <>
      <Stack gap="xs" align="flex-start">
        {!isClear && mayWrite && choose}
        {proposals.map((proposal, at) => (
          <Group key={`${proposal.reason} ${describeProposal(proposal)}`} gap="xs" wrap="nowrap" align="center">
            <Kbd aria-hidden>{at + 1}</Kbd>
            <Button
              size="xs"
              h="auto"
              mih={30}
              py="var(--space-1)"
              variant={at === 0 && isClear ? 'filled' : 'default'}
              disabled={isBusy || !mayWrite}
              onClick={() => actions.accept(line, at)}
              styles={{ label: { whiteSpace: 'normal', textAlign: 'start', overflowWrap: 'anywhere' } }}
            >
              {describeProposal(proposal)}
            </Button>
            <Text size="xs" c="dimmed">
              {proposal.is_question && proposal.reason !== 'recorded_by_amount'
                ? t('bank.line.question', { reason: word('bankReason', proposal.reason) })
                : word('bankReason', proposal.reason)}
            </Text>
          </Group>
        ))}
        {proposals.length === 0 && (
          <Text size="xs" c="dimmed">
            {t('bank.line.nothing')}
          </Text>
        )}
      </Stack>
      {mayWrite && (
        <Group gap="xs">
          {isClear && choose}
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => actions.ignore(line)}>
            {t('bank.line.ignore')}
          </Button>
        </Group>
      )}
    </>
  );
}
