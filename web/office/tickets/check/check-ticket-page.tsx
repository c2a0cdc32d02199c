import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { gate } from '#contract/gate.ts';
import { checkInput, wordInput } from '#contract/messages/input-message.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../screen.tsx';
import type { CheckedTicket } from './describe-verdict.ts';
import { VerdictPanel } from './verdict-panel.tsx';

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
  // Contains the visit's key, so that the same number can be checked again.
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
    if (data !== undefined) void navigate(`/check-ticket/${encodeURIComponent(data)}`);
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

/** Digits only are the ID of a vehicle ticket. */
function numberOf(typed: string): string {
  const number = typed.trim();
  return /^\d+$/.test(number) ? `V${number}` : number;
}
