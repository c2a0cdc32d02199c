import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { amountOf, plainAmount } from '#contract/amount-text.ts';
import { t } from '#web/i18n/t.ts';
import { unreadMark } from './unread-fields.ts';

/** A number, or the typed text if it is not one, which the form then refuses. */
export type TypedAmount = number | string;

type AmountFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value?: TypedAmount | null;
  onChange?: (amount: TypedAmount) => void;
  /**
   * The maximum number of decimals. A field without decimals is for numbers such as a port, so it shows no thousands
   * separators.
   */
  decimals?: number;
};

/**
 * A field that reads figures as people write them (contract/amount-text.ts). The text remains as typed until the field
 * is left. Then a number gets thousands separators, and other text is refused.
 */
export function AmountField({ value, onChange, onBlur, decimals = 2, error, ...rest }: AmountFieldProps) {
  const [text, setText] = useState(() => writeTyped(value, decimals));
  const [isLeft, setIsLeft] = useState(false);
  // A value that differs from the typed text comes from the form, as when another invoice was chosen or the
  // form was reset.
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
