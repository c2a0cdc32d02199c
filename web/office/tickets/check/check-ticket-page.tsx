import { Button, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { gate } from '#contract/gate.ts';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatTicketPrice } from '#web/ui/format/money.ts';
import { personName } from '#web/ui/format/person.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import { ticketKind } from '../../tariff/ticket-kind.ts';
import { useVehicleTypes } from '../../tariff/use-vehicle-types.ts';
import { type CheckedTicket, stateSentence, stateWord, ticketOf } from './describe-verdict.ts';
import styles from './verdict-panel.module.css';

export function CheckTicketPage() {
  const { number = '' } = useParams();
  return (
    <Screen path="/check-ticket">
      <Stack maw={560} gap="md">
        <NumberForm key={number} number={number} />
        {number !== '' && <Checked number={number} />}
      </Stack>
    </Screen>
  );
}

function Checked({ number }: { number: string }) {
  // The key of the navigation is part of the load's key, so that the same number can be checked again.
  const { key } = useLocation();
  const load = useLoad<CheckedTicket>(`check ${number} ${key}`, (signal) =>
    api(gate.check, { params: { number } }, { signal }),
  );
  return (
    <AsyncState load={load} failure={t('tickets.check.failed')}>
      {(verdict) => <VerdictPanel verdict={verdict} />}
    </AsyncState>
  );
}

function NumberForm({ number }: { number: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(number);
  const [fault, setFault] = useState<string>();
  const check = (event: React.FormEvent) => {
    event.preventDefault();
    const { data, faults } = checkInput(gate.check.params.shape.number, numberOf(typed));
    setFault(faults[0] && wordInput(faults[0].message, 'number', t));
    if (data !== undefined) void navigate(placeOf('/check-ticket/:number', { number: data }));
  };
  return (
    <form onSubmit={check} noValidate>
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={t('tickets.check.number')}
          description={t('tickets.check.hint')}
          autoComplete="off"
          autoCapitalize="characters"
          autoFocus={number === ''}
          value={typed}
          error={fault}
          onChange={(event) => setTyped(event.currentTarget.value)}
          w="100%"
        />
        <Button type="submit">{t('tickets.check.submit')}</Button>
      </Stack>
    </form>
  );
}

/** Returns the ticket's number. A text of only digits is the ID of a vehicle ticket. */
function numberOf(typed: string): string {
  const number = typed.trim();
  return /^\d+$/.test(number) ? `V${number}` : number;
}

/** Background colours of words in the colour of the page. */
const GROUNDS = { valid: 'var(--leaf-text)', void: 'var(--warn)', unknown: 'var(--soft)' };

function VerdictPanel({ verdict }: { verdict: CheckedTicket }) {
  const { state, number } = verdict;
  const facts = factsOf(verdict, useVehicleTypes().data);
  return (
    <Paper withBorder component="section" aria-label={t('tickets.check.ticket', { number })}>
      <div role="status" className={styles.verdict} style={{ background: GROUNDS[state] }}>
        <p className={styles.word}>{stateWord(state)}</p>
        <p>{t('tickets.check.sentenceOf', { number, sentence: stateSentence(state) })}</p>
      </div>
      {facts.length > 0 && (
        <Stack component="dl" gap="var(--space-2)" p="md" m={0}>
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
    [t('tickets.check.facts.by'), personName(byWhom)],
    [t('tickets.check.facts.cancelled'), verdict.voided_at && formatInstant(verdict.voided_at)],
    [t('tickets.check.facts.reason'), verdict.voided_at && (verdict.void_reason || t('tickets.check.facts.noReason'))],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}
