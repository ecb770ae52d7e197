import { assert, type Problem, type Result } from '@kinora/contract';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import type { Size } from '../../../catalogue/sizes.ts';
import { type Quote, quoteImage, quoteVideo, type VideoQuote } from '../../../quote/quote.ts';

/** The job ids of the examples. */
export const exampleImageJob = '0199d2a4-7c1e-7b3a-9f58-2d6c1a5e8b40';
export const exampleVideoJob = '0199d2a5-01f3-7e6d-8a92-c4b7f03d1e65';

/** What a service that sells this would deliver for the images and videos of the examples. */
export function imageOf(sold: Catalogue, size: Partial<Size> = {}): Quote {
  return quoteOf(quoteImage(sold, size));
}

export function videoOf(sold: Catalogue, size: Partial<Size> = {}): VideoQuote {
  return quoteOf(quoteVideo(sold, { duration: 5, ...size }));
}

function quoteOf<Value>(quoted: Result<Value, Problem>): Value {
  assert(quoted.ok, 'every catalogue sells what the contract does');
  return quoted.value;
}
