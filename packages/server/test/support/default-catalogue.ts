import { type Catalogue, catalogueOf } from '../../src/catalogue/catalogue.ts';
import { readDefaultCatalogue } from '../../src/catalogue/default-catalogue.ts';
import type { OpenCatalogue } from '../../src/catalogue/open-catalogue.ts';
import {
  type ImageQuote,
  quoteImage,
  quoteVideo,
  type VideoQuote,
  type VideoRequest,
} from '../../src/quote/quote.ts';

/** The contract as a catalogue: what a test sells that says nothing else. */
export const catalogue: Catalogue = readDefaultCatalogue();

/** A catalogue that is always in force. */
export function openOnly(only: Catalogue = catalogue): OpenCatalogue {
  return {
    now: () => only,
    at: () => only,
    latest: () => only.version,
    holdsUntil: () => null,
    refresh: async () => {},
  };
}

export { catalogueOf };

/** A quote of what the contract sells. */
export function imageOf(width = 1024, height = 1024): ImageQuote {
  const quoted = quoteImage(catalogue, { width, height });
  if (!quoted.ok) throw new Error(quoted.problem.message);
  return quoted.value;
}

export function videoOf(request: VideoRequest = {}): VideoQuote {
  const quoted = quoteVideo(catalogue, request);
  if (!quoted.ok) throw new Error(quoted.problem.message);
  return quoted.value;
}
