import type { StudioAdvertisement } from '@kinora/contract';

/** What the operator shows to people on the free tier. */
export interface Advertisement {
  readonly text: string;
  readonly url: string;
  readonly image:
    | {
        readonly bytes: Buffer;
        readonly mime: string;
        readonly width: number;
        readonly height: number;
      }
    | undefined;
}

export const ADVERTISEMENT_IMAGE = '/studio/advertisement-image';

/** The advertisement for the page. Its image comes from this server, so that no other one learns who looks at it. */
export function viewAdvertisement({ text, url, image }: Advertisement): StudioAdvertisement {
  if (image === undefined) return { text, url };
  const { width, height } = image;
  return { text, url, image: { url: `/api/console${ADVERTISEMENT_IMAGE}`, width, height } };
}
