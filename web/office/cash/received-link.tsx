import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { word } from '#web/i18n/word.ts';
import { placeOf } from '../place-of.ts';

interface ReceivedLinkProps {
  payment: { payment_id: number; tenancy_id: number; is_deposit: boolean };
  children: ReactNode;
}

/** Links a payment to its receipt, and a deposit, which has none, to the file of its tenancy. */
export function ReceivedLink({ payment: { payment_id, tenancy_id, is_deposit }, children }: ReceivedLinkProps) {
  return (
    <>
      <Anchor
        component={Link}
        to={
          is_deposit
            ? placeOf('/tenancy/:id', { id: tenancy_id })
            : placeOf('/receipt/:paymentId', { paymentId: payment_id })
        }
        size="sm"
      >
        {children}
      </Anchor>
      {is_deposit && (
        <Text size="xs" c="dimmed">
          {word('movement', 'deposit_received')}
        </Text>
      )}
    </>
  );
}
