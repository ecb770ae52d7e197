/**
 * The colour of a service, and the tones of it that its pages need. Text on it is white; as text it is on the light pages as it
 * is, and lighter on the dark ones. Colours are `#rrggbb`.
 */

/** The panels that links lie on; the pages themselves are lighter, or darker. */
const LIGHT_PANEL = '#f6f3ed';
const DARK_PANEL = '#1d1a17';
/** WCAG 1.4.3. */
const LEGIBLE = 4.5;
/** Shares of white in the tones from the lightest to the one before the colour itself. */
const LIGHTER = [0.93, 0.84, 0.7, 0.55, 0.4, 0.25, 0.12];
/** Shares of black in the two darker ones, of a button that is pointed at or pressed. */
const DARKER = [0.15, 0.32];
const STEPS = 20;

/** Ten tones from the lightest to the darkest; the eighth is the colour itself. */
export const tonesOf = (accent: string): readonly string[] => [
  ...LIGHTER.map((share) => mix(accent, '#ffffff', share)),
  accent,
  ...DARKER.map((share) => mix(accent, '#000000', share)),
];

/** The tone that is legible as text on the dark pages. */
export function toneOnDark(accent: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const tone = mix(accent, '#ffffff', step / STEPS);
    if (contrast(tone, DARK_PANEL) >= LEGIBLE) return tone;
  }
  return '#ffffff';
}

/** Whether white text is legible on it, and it on the light pages: the second asks for more. */
export const isLegibleAccent = (accent: string): boolean => contrast(accent, LIGHT_PANEL) >= LEGIBLE;

/** Why it is refused, with a darker colour that is not. */
export function describeIllegible(accent: string): string {
  const has = contrast(accent, LIGHT_PANEL).toFixed(1);
  const darker = Array.from({ length: STEPS }, (_, step) => mix(accent, '#000000', step / STEPS));
  const legible = darker.find(isLegibleAccent) ?? '#000000';
  return `is too light: its contrast to the page is ${has} to 1 and has to be ${LEGIBLE}; ${legible} would do`;
}

/** The contrast of two colours as WCAG computes it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const channelsOf = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `share` of the second colour in the first one. */
function mix(one: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(one).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
