import { ApiFault } from './call-api.ts';
import { chooseSize } from './choose-size.ts';
import type { ApiResponse } from './read-result.ts';
import type { Size } from './settings.ts';

/** The sizes that a model supports, as far as its settings and its refusals tell. */
export interface KnownSizes {
  /**
   * Requests the best size for `delivered`. When the server refuses it, requests the best of those that the refusal names,
   * or of those that most models support, and keeps to them from then on.
   */
  request(
    delivered: Size,
    send: (size: Size) => Promise<ApiResponse>,
  ): Promise<{ readonly response: ApiResponse; readonly asked: Size }>;
}

/** What most models support, where a refusal does not say. */
export const COMMON_IMAGE_SIZES = sizesIn(
  '1024x1024 1536x1024 1024x1536 1792x1024 1024x1792 768x768 512x512',
);
export const COMMON_VIDEO_SIZES = sizesIn('1280x720 720x1280 1920x1080 1080x1920 832x480 480x832 1024x1024');
/** Each refusal is one short call; a server that refuses more than that refuses something else. */
const MAX_REFUSALS = 6;

export function createKnownSizes(set: readonly Size[] | undefined, common: readonly Size[]): KnownSizes {
  let known = set;
  const refused = new Set<string>();
  const isLeft = (size: Size): boolean => !refused.has(nameOf(size));
  return {
    async request(delivered, send) {
      for (let refusals = 0; ; refusals++) {
        const size = chooseSize(delivered, known);
        try {
          return { response: await send(size), asked: size };
        } catch (error) {
          if (refusals === MAX_REFUSALS || !(error instanceof ApiFault) || !isAboutSize(error)) throw error;
          refused.add(nameOf(size));
          const named = sizesIn(error.body).filter(isLeft);
          const left = (named.length > 0 ? named : (known ?? common)).filter(isLeft);
          // The one that was refused may be among several that are named as supported for other models.
          if (left.length === 0) throw error;
          known = left;
        }
      }
    },
  };
}

function isAboutSize({ status, body }: ApiFault): boolean {
  if (status !== 400 && status !== 422) return false;
  return /\bsize\b|resolution|dimensions?\b|aspect|\bwidth\b|\bheight\b/i.test(body);
}

function sizesIn(text: string): Size[] {
  return [...text.matchAll(/\b(\d{3,4})\s?[x×*]\s?(\d{3,4})\b/g)].map(([, width, height]) => ({
    width: Number(width),
    height: Number(height),
  }));
}

const nameOf = ({ width, height }: Size): string => `${width}x${height}`;
