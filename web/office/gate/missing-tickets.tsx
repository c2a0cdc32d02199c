import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { gate, type MissingNumbers, MOST_NOTED } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { Failure } from '#web/ui/async-state.tsx';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { personName } from '#web/ui/format/person.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { askReason } from '../reason.tsx';
import { useMay } from '../session/use-may.ts';

/** The tickets that phones numbered and that did not arrive. Empty while there are none. */
export function MissingTickets() {
  const { data = [], error, reload } = useLoad('missing tickets', (signal) => api(gate.missing, {}, { signal }));
  const mayNote = useMay('tickets.void-all');
  if (error !== undefined) return <Failure sentence={t('gate.missing.notLoaded')} error={error} retry={reload} />;
  if (data.length === 0) return null;
  const count = data.reduce((sum, { numbers }) => sum + numbers.length, 0);
  return (
    <Alert color="orange" title={t('gate.missing.title', { count })} mb="md">
      <Stack gap="xs">
        <Text size="sm">{t('gate.missing.about')}</Text>
        {data.map((missing) => (
          <Group key={`${missing.phone} ${missing.shift_id}`} gap="sm">
            <Text size="sm" fw={700}>
              <Unbroken text={describe(missing)} />
            </Text>
            {mayNote && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('gate.missing.noteOf', { numbers: spanOf(missing.numbers) })}
                onClick={() => void note(missing, reload)}
              >
                {t('gate.missing.note')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

async function note({ numbers }: MissingNumbers, reload: () => void): Promise<void> {
  // Of a longer list the rest is shown again, and noted by another question.
  const asked = numbers.slice(0, MOST_NOTED);
  const idempotencyKey = newKey();
  const question = {
    title: t('gate.missing.question'),
    sentence: t('gate.missing.sentence', { numbers: spanOf(asked) }),
    action: t('gate.missing.note'),
  };
  await askReason(question, (reason) =>
    callAndTell({
      call: () => api(gate.noteMissing, { body: { numbers: asked, reason } }, { idempotencyKey }),
      failed: t('gate.missing.failed'),
    }),
  );
  reload();
}

function describe({ numbers, byWhom, opened_at }: MissingNumbers): string {
  if (byWhom === null || opened_at === null) return spanOf(numbers);
  return t('gate.missing.ofShift', {
    numbers: spanOf(numbers),
    issuer: personName(byWhom),
    time: formatInstant(opened_at),
  });
}

const MOST_SHOWN = 6;

/** Returns the numbers, or of a long list the first and the last, because a lost phone can miss hundreds. */
function spanOf(numbers: readonly string[]): string {
  const [first = ''] = numbers;
  const last = numbers.at(-1) ?? '';
  if (numbers.length <= MOST_SHOWN) return numbers.join(', ');
  return t('gate.missing.span', { first, last, count: numbers.length });
}
