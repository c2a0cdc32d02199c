import { Paper, Stack, Text } from '@mantine/core';
import type { VehicleType } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatTicketPrice } from '#web/ui/format/money.ts';
import { ticketKind } from '../../tariff/ticket-kind.ts';
import { useVehicleTypes } from '../../tariff/use-vehicle-types.ts';
import { type CheckedTicket, stateSentence, stateWord, ticketOf } from './describe-verdict.ts';
import styles from './verdict-panel.module.css';

/** White text has enough contrast on these. */
const GROUNDS = { valid: '#1b6e2e', void: '#a81f16', unknown: '#565d64' };

export function VerdictPanel({ verdict }: { verdict: CheckedTicket }) {
  const { state, number } = verdict;
  const facts = factsOf(verdict, useVehicleTypes().data);
  return (
    <Paper withBorder component="section" aria-label={t('tickets.check.ticket', { number })}>
      <div role="status" className={styles.verdict} style={{ background: GROUNDS[state] }}>
        <p className={styles.word}>{stateWord(state)}</p>
        <p>{t('tickets.check.sentenceOf', { number, sentence: stateSentence(state) })}</p>
      </div>
      {facts.length > 0 && (
        <Stack component="dl" gap={4} p="md" m={0}>
          {facts.map(([name, text]) => (
            <div key={name} className={styles.fact}>
              <Text component="dt" size="sm" c="dimmed">
                {name}
              </Text>
              <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Paper>
  );
}

function factsOf(verdict: CheckedTicket, types: readonly VehicleType[] | undefined): [name: string, text: string][] {
  const ticket = ticketOf(verdict);
  if (!ticket) return [];
  const { number, vehicle, deviceNumber, rupees, issuedAt, byWhom } = ticket;
  const facts: [string, string | null][] = [
    [t('tickets.check.facts.ticket'), `${number}, ${ticketKind(ticket, types)}`],
    [t('tickets.check.facts.deviceNumber'), deviceNumber],
    [t('tickets.check.facts.vehicle'), vehicle?.number ?? null],
    [t('tickets.check.facts.price'), formatTicketPrice(rupees)],
    [t('tickets.check.facts.issued'), formatInstant(issuedAt)],
    [t('tickets.check.facts.by'), byWhom],
    [t('tickets.check.facts.cancelled'), verdict.voided_at && formatInstant(verdict.voided_at)],
    [t('tickets.check.facts.reason'), verdict.void_reason],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
