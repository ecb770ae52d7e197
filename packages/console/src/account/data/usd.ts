/** `12.34 USD`, of whole cents. */
export const usd = (cents: number): string => `${(cents / 100).toFixed(2)} USD`;
