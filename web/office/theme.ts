import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const leaf: MantineColorsTuple = [
  '#eff7f0',
  '#deeee0',
  '#bcdcc0',
  '#97c99e',
  '#74b67d',
  '#539f5e',
  '#3f8a4b',
  '#317a3d',
  '#256930',
  '#164a20',
];

/** The greys of the dark mode, the same green-black as on the public pages (web/site/base.css). */
const dark: MantineColorsTuple = [
  '#f4efe1',
  '#dcd9cb',
  '#b9c2b0',
  '#8a9587',
  '#35423a',
  '#28362c',
  '#1b261e',
  '#121a14',
  '#0e150f',
  '#0a0f0b',
];

/** The accent colour. */
const turmeric: MantineColorsTuple = [
  '#fff8e1',
  '#fdefc4',
  '#fae08f',
  '#f6cf57',
  '#f2c029',
  '#e8b00d',
  '#c99400',
  '#9c7300',
  '#7a5a00',
  '#5a4200',
];

export const theme = createTheme({
  colors: { leaf, turmeric, dark },
  primaryColor: 'leaf',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Noto Sans Sinhala', 'Noto Sans Tamil', system-ui, sans-serif",
  fontFamilyMonospace:
    "'Noto Sans Sinhala', 'Noto Sans Tamil', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  headings: { fontWeight: '650' },
  components: {
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

/** Replaces Mantine's greys and reds for small text, which have too little contrast for WCAG AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#575e66',
    '--mantine-color-placeholder': '#6a7179',
    '--mantine-color-error': '#c0271f',
    '--mantine-color-body': '#fdfdfb',
  },
  dark: {
    '--mantine-color-dimmed': '#b9c2b0',
    '--mantine-color-placeholder': '#9aa596',
    '--mantine-color-error': '#ff8f87',
  },
});
