import { NumberInput, type NumberInputProps } from '@mantine/core';

export function AmountField(props: NumberInputProps) {
  return (
    <NumberInput
      step={0.01}
      decimalScale={2}
      thousandSeparator=","
      // Mantine's default has the comma, too: 25,000 would become 25.
      allowedDecimalSeparators={['.']}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      autoComplete="off"
      {...props}
    />
  );
}
