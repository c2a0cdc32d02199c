import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { plainAmount } from '#contract/amount-text.ts';

/** A number, or the text as typed if it is none, which the form then refuses. */
export type TypedAmount = number | string;

type AmountFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value?: TypedAmount | null;
  onChange?: (amount: TypedAmount) => void;
};

const FIGURE = /^-?\d+(?:\.\d*)?$/;
/** More digits than a number can tell apart are handed on as text. */
const MOST_DIGITS = 15;

/**
 * An amount is read as people write it (contract/amount-text.ts). What is typed stays as typed; on leaving the field a
 * figure is grouped.
 */
export function AmountField({ value, onChange, onBlur, ...rest }: AmountFieldProps) {
  const [text, setText] = useState(() => writeTyped(value));
  // A value that this field has not handed on comes from the form: another invoice, a reset.
  const isOwn = readTyped(text) === (value ?? '');
  const shown = value === undefined || isOwn ? text : writeTyped(value);
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange?.(readTyped(currentTarget.value));
      }}
      onBlur={(event) => {
        setText(writeTyped(FIGURE.test(plainAmount(shown)) ? plainAmount(shown) : shown));
        onBlur?.(event);
      }}
    />
  );
}

function readTyped(text: string): TypedAmount {
  const figure = plainAmount(text);
  return FIGURE.test(figure) && figure.length <= MOST_DIGITS ? Number(figure) : text.trim();
}

function writeTyped(value: TypedAmount | null | undefined): string {
  const [whole = '', ...decimals] = String(value ?? '').split('.');
  if (!/^-?\d+$/.test(whole)) return String(value ?? '');
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...decimals].join('.');
}
