import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** What a colour of the library is made of: tokens of web/ui/tokens.css, which differ in light and dark by themselves. */
interface Family {
  word: string;
  wash: string;
  ground: string;
}

const leaf: Family = { word: 'var(--leaf-text)', wash: 'var(--leaf-wash)', ground: 'var(--leaf-text)' };
const turmeric: Family = { word: 'var(--ink)', wash: 'var(--turmeric-wash)', ground: 'var(--turmeric)' };
const red: Family = {
  word: 'var(--warn)',
  wash: 'color-mix(in srgb, var(--warn) 12%, var(--card))',
  ground: 'var(--warn)',
};
const gray: Family = { word: 'var(--soft)', wash: 'var(--edge)', ground: 'var(--soft)' };
const families = { leaf, green: leaf, turmeric, orange: turmeric, yellow: turmeric, red, gray };

const shadesOf = ({ word, wash, ground }: Family): MantineColorsTuple => [
  wash,
  wash,
  wash,
  ground,
  ground,
  ground,
  ground,
  ground,
  ground,
  word,
];

/** The library paints borders, hover and words of both modes with these two. */
const lightGreys: MantineColorsTuple = [
  'var(--paper)',
  'var(--paper)',
  'var(--edge)',
  'var(--edge)',
  'var(--edge)',
  'var(--soft)',
  'var(--soft)',
  'var(--soft)',
  'var(--soft)',
  'var(--ink)',
];
const darkGreys: MantineColorsTuple = [
  'var(--ink)',
  'var(--ink)',
  'var(--soft)',
  'var(--soft)',
  'var(--edge)',
  'var(--edge)',
  'var(--card)',
  'var(--paper)',
  'var(--paper)',
  'var(--paper)',
];

const heading = (fontSize: string) => ({ fontSize, lineHeight: '1.35' });

export const theme = createTheme({
  colors: {
    ...Object.fromEntries(Object.entries(families).map(([name, family]) => [name, shadesOf(family)])),
    gray: lightGreys,
    dark: darkGreys,
  },
  white: 'var(--card)',
  black: 'var(--ink)',
  primaryColor: 'leaf',
  primaryShade: 8,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // A desktop begins at 1,024 px (specification 1, section 2).
  breakpoints: { md: '64em' },
  fontFamily: "'Noto Sans Sinhala', 'Noto Sans Tamil', system-ui, sans-serif",
  fontFamilyMonospace:
    "'Noto Sans Sinhala', 'Noto Sans Tamil', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: {
    xs: 'var(--size-1)',
    sm: 'var(--size-2)',
    md: 'var(--size-3)',
    lg: 'var(--size-4)',
    xl: 'var(--size-5)',
  },
  spacing: {
    xs: 'var(--space-3)',
    sm: 'var(--space-4)',
    md: 'var(--space-5)',
    lg: 'var(--space-6)',
    xl: 'var(--space-7)',
  },
  radius: {
    xs: 'var(--radius-1)',
    sm: 'var(--radius-1)',
    md: 'var(--radius-2)',
    lg: 'var(--radius-3)',
    xl: 'var(--radius-3)',
  },
  headings: {
    fontWeight: 'var(--weight-3)',
    sizes: {
      h1: heading('var(--size-6)'),
      h2: heading('var(--size-5)'),
      h3: heading('var(--size-4)'),
      h4: heading('var(--size-4)'),
      h5: heading('var(--size-3)'),
      h6: heading('var(--size-2)'),
    },
  },
  components: {
    Badge: { defaultProps: { radius: 'sm' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Card: { defaultProps: { radius: 'lg' } },
    // Screen readers would announce a <header> as a second banner.
    ModalHeader: { defaultProps: { component: 'div' } },
    // With a transform, a dialog would cut off the calendars of its fields.
    Modal: { defaultProps: { transitionProps: { transition: 'fade', duration: 0 } } },
    // An overlay that fades out would catch the next click.
    Drawer: { defaultProps: { transitionProps: { duration: 0 } } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    // Hints are below the fields, so that fields beside each other are aligned.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
});

function variablesOf(name: string, { word, wash, ground }: Family): Record<string, string> {
  const color = `--mantine-color-${name}`;
  return {
    [`${color}-text`]: word,
    [`${color}-filled`]: ground,
    [`${color}-filled-hover`]: `color-mix(in srgb, ${ground} 88%, var(--ink))`,
    [`${color}-light`]: wash,
    [`${color}-light-hover`]: wash,
    [`${color}-light-color`]: word,
    [`${color}-outline`]: word,
    [`${color}-outline-hover`]: wash,
  };
}

const variables = {
  ...Object.fromEntries(
    Object.entries(families).flatMap(([name, family]) => Object.entries(variablesOf(name, family))),
  ),
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-error': 'var(--warn)',
  '--mantine-color-success': 'var(--leaf-text)',
  '--mantine-color-anchor': 'var(--leaf-text)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--paper)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-disabled': 'var(--paper)',
  '--mantine-color-disabled-color': 'var(--soft)',
  '--mantine-color-disabled-border': 'var(--edge)',
};

/** The same tokens in both modes, which are light or dark themselves. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables });
