import { ConfigError, type Reader, readUrl } from '@kinora/program/setting';

/** The advertisement that people on the free tier see in the studio. */
export interface AdvertisementConfig {
  readonly text: string;
  /** Where it leads. */
  readonly url: string;
  /** A PNG, JPEG or WebP file, which this server sends itself. */
  readonly imageFile: string | undefined;
}

const TEXT_MAX = 140;

/** Undefined if the operator has set none. */
export function readAdvertisement(get: Reader): AdvertisementConfig | undefined {
  const text = get('KINORA_AD_TEXT');
  const url = get('KINORA_AD_URL');
  readUrl('KINORA_AD_URL', url);
  const imageFile = get('KINORA_AD_IMAGE');
  if (text === undefined && url === undefined && imageFile === undefined) return undefined;
  if (text === undefined || url === undefined) {
    throw new ConfigError(
      'an advertisement needs KINORA_AD_TEXT and KINORA_AD_URL; KINORA_AD_IMAGE is optional',
    );
  }
  if ([...text].length > TEXT_MAX) {
    throw new ConfigError(`KINORA_AD_TEXT must have at most ${TEXT_MAX} characters`);
  }
  return { text, url, imageFile };
}
