import { tonesOf } from '@kinora/contract/accent';
import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { service } from '../frame/service.ts';

/** The brand's colour; the eighth is that of buttons, on which white text has a contrast of 6 to 1. */
const EMBER: MantineColorsTuple = [
  '#fdf1ea',
  '#fae0d2',
  '#f4c0a5',
  '#f2a067',
  '#e57f42',
  '#d5612a',
  '#c04c16',
  '#a83f0c',
  '#8f350a',
  '#6f2907',
];

/** The colour of the operator, if there is one. */
const ember = service.accent === null ? EMBER : (tonesOf(service.accent) as unknown as MantineColorsTuple);

/** Warm greys of the dark scheme from text to background, as the server's own pages have them. */
const dark: MantineColorsTuple = [
  '#ece7df',
  '#c9c1b5',
  '#a39a8c',
  '#7d7468',
  '#4a443d',
  '#302b26',
  '#1d1a17',
  '#141210',
  '#100e0c',
  '#0b0a09',
];

/** Warm greys for the light scheme. */
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f3efe8',
  '#ebe5db',
  '#ddd5c8',
  '#c9c0b1',
  '#a2988a',
  '#7c7367',
  '#5c554b',
  '#3f3a33',
  '#26221d',
];

const HEADER_OF_DIALOG = { header: { role: 'presentation' } };

export const theme = createTheme({
  colors: { ember, gray, dark },
  primaryColor: 'ember',
  primaryShade: 7,
  defaultRadius: 'md',
  fontFamily: 'var(--font)',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // The header of a dialog is not that of the page.
    Drawer: { defaultProps: { attributes: HEADER_OF_DIALOG } },
    Modal: { defaultProps: { attributes: HEADER_OF_DIALOG } },
    // The cross of a dialog has no text.
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // With large text it is wider than a phone, so it scrolls.
    SegmentedControl: { defaultProps: { maw: '100%', style: { overflowX: 'auto' } } },
    // The eye in the field is a button for everybody.
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show the password' },
      },
    },
  },
});
