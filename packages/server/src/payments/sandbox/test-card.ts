/** How the sandbox's cards behave. The numbers are those of Stripe's test mode. */
export type CardBehaviour = 'succeeds' | 'declines_later' | 'asks_bank' | 'disputes';

export interface TestCard {
  readonly number: string;
  readonly behaviour: CardBehaviour | 'declined';
  readonly label: string;
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', behaviour: 'succeeds', label: 'Pays' },
  { number: '4000002500003155', behaviour: 'asks_bank', label: 'Requires bank confirmation' },
  { number: '4000000000000002', behaviour: 'declined', label: 'Declined' },
  { number: '4000000000000341', behaviour: 'declines_later', label: 'Pays once, then declined' },
  { number: '4000000000000259', behaviour: 'disputes', label: 'Pays, then disputed' },
];

export interface CardForm {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export type CardField = keyof CardForm;

export type ReadCard =
  | {
      readonly ok: true;
      readonly last4: string;
      /** The last month in which it is valid, as 2034-12. */
      readonly expires: string;
      readonly behaviour: TestCard['behaviour'];
    }
  | { readonly ok: false; readonly field: CardField; readonly message: string };

/** Validates a card as typed, at `now`. Only its last four digits and its expiry are returned. */
export function readTestCard({ number, expiry, cvc }: CardForm, now: Date): ReadCard {
  const digits = number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !isLuhn(digits)) {
    return { ok: false, field: 'number', message: 'This is not a card number; check the digits.' };
  }
  const card = testCards.find((candidate) => candidate.number === digits);
  if (card === undefined) {
    return { ok: false, field: 'number', message: 'The sandbox accepts only the test cards below.' };
  }
  const parts = /^(\d{1,2})\s*\/?\s*(?:20)?(\d{2})$/.exec(expiry.trim());
  const month = Number(parts?.[1]);
  if (parts === null || month < 1 || month > 12) {
    return { ok: false, field: 'expiry', message: 'Write the month and the year, as 12/34.' };
  }
  // A card is valid until the end of its month.
  if (Date.UTC(2000 + Number(parts[2]), month) <= now.getTime()) {
    return { ok: false, field: 'expiry', message: 'The card has expired; enter any future date.' };
  }
  if (!/^\d{3,4}$/.test(cvc.trim())) {
    return { ok: false, field: 'cvc', message: 'Enter any three digits.' };
  }
  const expires = `20${parts[2]}-${String(month).padStart(2, '0')}`;
  return { ok: true, last4: digits.slice(-4), expires, behaviour: card.behaviour };
}

/** The Luhn checksum: the last digit of a card number. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighed = at % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
