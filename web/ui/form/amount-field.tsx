import { NumberInput, type NumberInputProps } from '@mantine/core';

/** An amount of rupees, with two decimals at most; it is the form that says what is wrong with it. */
export function AmountField(props: NumberInputProps) {
  return (
    <NumberInput
      step={0.01}
      decimalScale={2}
      thousandSeparator=","
      allowNegative={false}
      clampBehavior="none"
      hideControls
      autoComplete="off"
      {...props}
    />
  );
}
