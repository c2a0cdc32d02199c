import { Badge } from '@mantine/core';
import type { Status } from '#contract/words.ts';
import { word } from '#web/i18n/word.ts';

interface ChipColours {
  light: { ground: string; word: string };
  dark: { ground: string; word: string };
}

const green: ChipColours = {
  light: { ground: '#d8f0dc', word: '#14532d' },
  dark: { ground: '#1d4a2b', word: '#c9f0d3' },
};
const amber: ChipColours = {
  light: { ground: '#fdeaba', word: '#6a4200' },
  dark: { ground: '#5a3d00', word: '#ffe3a3' },
};
const grey: ChipColours = {
  light: { ground: '#e7e9ec', word: '#3d444b' },
  dark: { ground: '#41464c', word: '#e8eaed' },
};
const red: ChipColours = {
  light: { ground: '#fcdedb', word: '#8f1a13' },
  dark: { ground: '#6b1f1a', word: '#ffd9d5' },
};
const blue: ChipColours = {
  light: { ground: '#dbe9fb', word: '#12407a' },
  dark: { ground: '#1c3f6b', word: '#d3e5ff' },
};

/** Colours of the chips; each pair has a contrast of at least 4.5. */
export const chipColours: Record<Status, ChipColours> = {
  Paid: green,
  'Partially Paid': amber,
  Unpaid: grey,
  Arrears: red,
  Arrest: red,
  'Newly Arrived': blue,
};

export function StatusChip({ status, word: text = word('status', status) }: { status: Status; word?: string }) {
  const { light, dark } = chipColours[status];
  // The text is not cut off in a narrow table; the longest texts take two lines.
  const isLong = text.length > 18;
  return (
    <Badge
      variant="filled"
      radius="sm"
      tt="none"
      fw={600}
      style={{
        minWidth: isLong ? 'min-content' : 'max-content',
        ...(isLong && { height: 'auto', minHeight: 'var(--badge-height)', whiteSpace: 'normal', textAlign: 'center' }),
        background: `light-dark(${light.ground}, ${dark.ground})`,
        color: `light-dark(${light.word}, ${dark.word})`,
        // The border is visible on a selected row too.
        borderColor: 'color-mix(in srgb, currentColor 25%, transparent)',
      }}
    >
      {text}
    </Badge>
  );
}
