import { count } from '../../value/count.ts';

/** `Free`, `1 credit`, `12 credits`. */
export const priceOf = (credits: number): string =>
  credits === 0 ? 'Free' : `${count(credits)} ${credits === 1 ? 'credit' : 'credits'}`;
