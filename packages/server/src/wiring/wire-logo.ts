import { readFile, stat } from 'node:fs/promises';
import { imageFormatOf } from '@kinora/contract';
import { readUploadSize } from '@kinora/media/uploads/read-upload-size';
import { ConfigError } from '@kinora/program/setting';
import type { Logo } from '../http/logo-route.ts';
import { sha256 } from '../kernel/ids.ts';
import { checkSvgLogo, LOGO_MAX_BYTES } from '../settings/logo-settings.ts';

/** Reads the operator's logo, so that a file that cannot be one is found at the start. */
export async function wireLogo(file: string | undefined): Promise<Logo | undefined> {
  if (file === undefined) return undefined;
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new ConfigError(`KINORA_LOGO: there is no file ${file}`);
  if (found.size > LOGO_MAX_BYTES) {
    throw new ConfigError(`KINORA_LOGO must have at most ${LOGO_MAX_BYTES / 1024} KiB`);
  }
  const bytes = await readFile(file);
  const type = await typeOf(bytes);
  const version = sha256(bytes).toString('hex').slice(0, 16);
  return { path: `/logo-${version}.${type === 'image/png' ? 'png' : 'svg'}`, type, bytes };
}

async function typeOf(bytes: Buffer): Promise<Logo['type']> {
  if (imageFormatOf(bytes) === 'png') {
    const size = await readUploadSize(bytes.toString('base64'), 'KINORA_LOGO');
    if (size.ok) return 'image/png';
    throw new ConfigError('KINORA_LOGO must be a PNG that can be decoded, from 16 pixels');
  }
  checkSvgLogo(bytes.toString('utf8'));
  return 'image/svg+xml';
}
