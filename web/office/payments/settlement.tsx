import { Checkbox, Stack, Text } from '@mantine/core';
import type { NewFine } from '#contract/money-effects.ts';
import classes from './settlement.module.css';
import { describeFine, describeSettlement, type Effect } from './describe-effect.ts';

/** What money settles, what is still owed then, and what stays as balance: one sentence, standing alone. */
export function SettlementText({ effect }: { effect: Effect }) {
  return <span className={classes.settlement}>{describeSettlement(effect)}</span>;
}

interface NewFineChoicesProps {
  fines: readonly NewFine[];
  /** Invoices whose fine is not to be charged. */
  spared: readonly string[];
  onChange: (spared: string[]) => void;
}

/** The fines that a write would bring, each with the choice not to charge it (books.md, Fines). */
export function NewFineChoices({ fines, spared, onChange }: NewFineChoicesProps) {
  if (fines.length === 0) return null;
  const choose = (invoiceId: string, isSpared: boolean) => {
    const others = spared.filter((one) => one !== invoiceId);
    onChange(isSpared ? [...others, invoiceId] : others);
  };
  return (
    <Stack gap="xs" role="group" aria-label="Fines that this brings">
      {fines.map((fine) => (
        <div key={fine.invoice_id}>
          <Text size="sm">{describeFine(fine)}</Text>
          <Checkbox
            label="Do not charge"
            aria-label={`Do not charge the fine on ${fine.invoice_id}`}
            checked={spared.includes(fine.invoice_id)}
            onChange={(event) => choose(fine.invoice_id, event.currentTarget.checked)}
          />
        </div>
      ))}
    </Stack>
  );
}
