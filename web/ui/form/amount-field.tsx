import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { amountOf, plainAmount } from '#contract/amount-text.ts';
import { t } from '#web/i18n/t.ts';
import { unreadMark } from './unread-fields.ts';

/** A number, or the text as typed if it is none, which the form then refuses. */
export type TypedAmount = number | string;

type AmountFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value?: TypedAmount | null;
  onChange?: (amount: TypedAmount) => void;
  /** The most decimals; a field of whole numbers has none, and its numbers are not grouped. */
  decimals?: number;
};

/**
 * A figure is read as people write it (contract/amount-text.ts). What is typed stays as typed; on leaving the field a
 * figure is grouped, and other text is refused.
 */
export function AmountField({ value, onChange, onBlur, decimals = 2, error, ...rest }: AmountFieldProps) {
  const [text, setText] = useState(() => writeTyped(value, decimals));
  const [isLeft, setIsLeft] = useState(false);
  // A value that this field has not handed on comes from the form: another invoice, a reset.
  const isOwn = readTyped(text, decimals) === (value ?? '');
  const shown = value === undefined || isOwn ? text : writeTyped(value, decimals);
  const fault = faultOf(shown, decimals);
  return (
    <TextInput
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...rest}
      {...unreadMark(fault)}
      error={error || (isLeft && fault)}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        setIsLeft(false);
        onChange?.(readTyped(currentTarget.value, decimals));
      }}
      onBlur={(event) => {
        if (fault === undefined) setText(writeTyped(plainAmount(shown), decimals));
        setIsLeft(true);
        onBlur?.(event);
      }}
    />
  );
}

function readTyped(text: string, decimals: number): TypedAmount {
  const amount = amountOf(text, decimals);
  return Number.isNaN(amount) ? text.trim() : amount;
}

function faultOf(text: string, decimals: number): string | undefined {
  if (text.trim() === '' || !Number.isNaN(amountOf(text, decimals))) return undefined;
  return t(decimals === 0 ? 'ui.amount.unreadWhole' : 'ui.amount.unread', { text: text.trim(), decimals });
}

function writeTyped(value: TypedAmount | null | undefined, places: number): string {
  const [whole = '', ...decimals] = String(value ?? '').split('.');
  if (!/^-?\d+$/.test(whole)) return String(value ?? '');
  if (places === 0) return whole;
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...decimals].join('.');
}
