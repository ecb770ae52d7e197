import { drawLetters } from '../access/claim/claim-codes.ts';

/** A code as the operator chose or drew it. Letter case, hyphens and spaces do not matter where one is typed. */
const CODE = /^[A-Z0-9](-?[A-Z0-9])*$/;
const MIN_LENGTH = 6;
const MAX_LENGTH = 40;
/** What the code of an operator must have. */
export const CODE_RULE = `${MIN_LENGTH} to ${MAX_LENGTH} letters, digits and single hyphens, such as SPRING-5`;
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** 12 letters that look like no others and form no words: too many to guess at the rate that is allowed. */
export function drawCode(): string {
  return Array.from({ length: GROUPS }, () => drawLetters(GROUP_LENGTH)).join('-');
}

/** The code that an operator names, in upper case; undefined if it cannot be one. */
export function nameCode(text: string): string | undefined {
  const code = text.toUpperCase();
  return code.length <= MAX_LENGTH && keyOf(code).length >= MIN_LENGTH && CODE.test(code) ? code : undefined;
}

/** What a typed code is found by; an empty text for one that no code has. */
export function keyOfTyped(typed: string): string {
  return keyOf(typed.slice(0, 2 * MAX_LENGTH).toUpperCase());
}

/** SQL of what a row of `grant_codes` is found by; it is unique. */
export const CODE_KEY = `replace(code, '-', '')`;

function keyOf(code: string): string {
  return code.replaceAll(/[^A-Z0-9]/g, '');
}
