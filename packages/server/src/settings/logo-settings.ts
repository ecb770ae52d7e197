import { ConfigError } from '@kinora/program/setting';

/** Every page loads it. */
export const LOGO_MAX_BYTES = 256 * 1024;

/** The beginning of an SVG document: nothing but its declaration and comments before it. */
const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<svg[\s>]/s;

/**
 * What an SVG could run or load, with its name for the operator. Pages show the logo as an image, where a browser does none
 * of it; somebody who opens its address sees a document of this origin.
 */
const UNSAFE: readonly (readonly [RegExp, string])[] = [
  [/<!(?:DOCTYPE|ENTITY)/i, 'a document type'],
  [
    /<(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed|audio|video|handler)\b/i,
    'a script or a foreign element',
  ],
  [/<(?:[\w-]+:)?(?:set|animate\w*)\b/i, 'an animation'],
  [/\son[a-z]+\s*=/i, 'an event handler'],
  [/(?:href|src)\s*=\s*["']?\s*(?!["'\s#])/i, 'a link or an image of another place'],
  [/@import|url\(\s*["']?\s*(?!["'\s#])/i, 'a style of another place'],
];

/** Throws a `ConfigError` that names what is wrong with an SVG as a logo. */
export function checkSvgLogo(text: string): void {
  if (!SVG.test(text)) throw new ConfigError('KINORA_LOGO must be an SVG or a PNG file');
  for (const [pattern, name] of UNSAFE) {
    if (pattern.test(text))
      throw new ConfigError(`KINORA_LOGO must not have ${name} in it; export it as plain SVG`);
  }
}
