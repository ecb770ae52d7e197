/** The characters of the fonts that every PDF reader has: those of Windows-1252. */
const WESTERN = /^[\x20-\x7E\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u;

export function isWestern(text: string): boolean {
  return WESTERN.test(text);
}

/** With a question mark for each character that these fonts lack, so that nobody takes what is left for the whole. */
export function inWestern(text: string): string {
  return Array.from(text, (character) => (isWestern(character) ? character : '?')).join('');
}
