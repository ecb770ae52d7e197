import { type Rgb, rgb } from '../colour/colour.ts';

const HEX_BY_NAME = {
  red: '#d8362f',
  crimson: '#b3173a',
  scarlet: '#e2331f',
  maroon: '#6e1423',
  ruby: '#c4123f',
  burgundy: '#6d1a36',
  orange: '#ef7d22',
  amber: '#f2a52b',
  peach: '#f8bd96',
  coral: '#f77a63',
  rust: '#a8482a',
  copper: '#b87345',
  yellow: '#f5cf2e',
  golden: '#e9b33c',
  gold: '#e5ae36',
  mustard: '#cf9f2b',
  ochre: '#c68a36',
  green: '#3f9c4d',
  emerald: '#1fa06a',
  lime: '#a4d233',
  olive: '#7c8437',
  mint: '#93dcbb',
  jade: '#2f9d78',
  sage: '#9aab8a',
  teal: '#158f8c',
  turquoise: '#2fc3bd',
  cyan: '#2fcbe4',
  aqua: '#4fd0d4',
  blue: '#2f6fd6',
  navy: '#172a5a',
  azure: '#3f9ff0',
  cobalt: '#1f4fb8',
  indigo: '#3f3a9e',
  sapphire: '#1c49a8',
  cerulean: '#3a97c9',
  purple: '#7d3fb4',
  violet: '#7a4fd0',
  lavender: '#b49ee0',
  lilac: '#c6a6de',
  magenta: '#d4329c',
  plum: '#74345f',
  mauve: '#b58aa8',
  pink: '#f08fb4',
  rose: '#e3637f',
  fuchsia: '#dc3fa6',
  salmon: '#f59480',
  brown: '#80553a',
  beige: '#dcc7a3',
  tan: '#c69f72',
  chocolate: '#583322',
  sepia: '#8c6b48',
  cream: '#f4e8cd',
  ivory: '#f6f0de',
  white: '#f2f2ee',
  silver: '#b9c2cb',
  grey: '#868c93',
  gray: '#868c93',
  black: '#15161b',
  ebony: '#1c1a1d',
} as const;

/**
 * Colour names. Whether "rose" or "ruby" means the colour or the thing is decided when the prompt is
 * parsed.
 */
const COLOUR_BY_NAME: ReadonlyMap<string, Rgb> = new Map(
  Object.entries(HEX_BY_NAME).map(([name, hex]) => [name, rgb(hex)]),
);

/** The colour that a word names. */
export function namedColour(word: string): Rgb | undefined {
  return COLOUR_BY_NAME.get(word);
}
