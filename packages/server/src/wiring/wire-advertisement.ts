import { readFile, stat } from 'node:fs/promises';
import { imageFormatOf } from '@kinora/contract';
import { readUploadSize } from '@kinora/media/uploads/read-upload-size';
import { ConfigError } from '@kinora/program/setting';
import type { Advertisement } from '../http/console/studio/advertisement.ts';
import type { AdvertisementConfig } from '../settings/advertisement-settings.ts';

/** Everybody on the free tier loads it. */
const IMAGE_MAX_BYTES = 512 * 1024;

/**
 * Reads the operator's advertisement with its image, so that a file that is missing or no image is found at the
 * start.
 */
export async function wireAdvertisement(
  config: AdvertisementConfig | undefined,
): Promise<Advertisement | undefined> {
  if (config === undefined) return undefined;
  const { text, url, imageFile } = config;
  return { text, url, image: imageFile === undefined ? undefined : await readImage(imageFile) };
}

async function readImage(file: string): Promise<NonNullable<Advertisement['image']>> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new ConfigError(`KINORA_AD_IMAGE: there is no file ${file}`);
  if (found.size > IMAGE_MAX_BYTES) {
    throw new ConfigError(`KINORA_AD_IMAGE must have at most ${IMAGE_MAX_BYTES / 1024} KiB`);
  }
  const bytes = await readFile(file);
  const format = imageFormatOf(bytes);
  const size = await readUploadSize(bytes.toString('base64'), 'KINORA_AD_IMAGE');
  if (format === undefined || !size.ok) {
    throw new ConfigError(`KINORA_AD_IMAGE must be a PNG, JPEG or WebP image, which ${file} is not`);
  }
  return { bytes, mime: `image/${format}`, ...size.value };
}
