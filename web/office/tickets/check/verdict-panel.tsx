import { Paper, Stack, Text } from '@mantine/core';
import type { Instant } from '#billing/calendar.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import { type TicketVerdict, ticketOf, verdictText } from './describe-verdict.ts';
import styles from './verdict-panel.module.css';

/** The verdict in a word that can be read from a step away, and the facts of the ticket below it. */
export function VerdictPanel({ verdict }: { verdict: TicketVerdict }) {
  const { word, sentence, ground } = verdictText[verdict.state];
  const facts = factsOf(verdict);
  return (
    <Paper withBorder component="section" aria-label={`Ticket ${verdict.number}`}>
      <div role="status" className={styles.verdict} style={{ background: ground }}>
        <p className={styles.word}>{word}</p>
        <p>
          {verdict.number}: {sentence}
        </p>
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

function factsOf(verdict: TicketVerdict): [name: string, text: string][] {
  const ticket = ticketOf(verdict);
  if (!ticket) return [];
  const { kind, number, vehicleNumber, deviceNumber, rupees, issuedAt, byWhom } = ticket;
  const facts: [string, string | null][] = [
    ['Ticket', `${number}, ${kind}`],
    ['Device No.', deviceNumber],
    ['Vehicle', vehicleNumber],
    ['Price', `Rs. ${formatFigure(rupees)}`],
    ['Issued', formatInstant(issuedAt)],
    ['By', byWhom],
    ['Taken back', timeOrNone(verdict.voided_at)],
    ['Reason', verdict.void_reason],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

function timeOrNone(at: Instant | null): string | null {
  return at === null ? null : formatInstant(at);
}
