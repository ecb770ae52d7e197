import { accessSync, constants } from 'node:fs';
import { ConfigError, type Reader } from '@kinora/program/setting';
import { isWestern } from '../payments/documents/western.ts';

export interface DocumentConfig {
  /** Name, address and tax number of who runs the service, a line each; none if it is not set. */
  readonly company: readonly string[];
  /** A font with the letters that documents need, instead of one with Western letters only. */
  readonly fontFile: string | undefined;
}

const LINES_MAX = 8;
const LINE_MAX = 70;

export function readDocuments(get: Reader): DocumentConfig {
  const fontFile = readFont(get('KINORA_DOCUMENT_FONT'));
  const lines = (get('KINORA_COMPANY') ?? '').split(/[;\n]/).map((line) => line.trim());
  const company = lines.filter((line) => line !== '');
  if (company.length > LINES_MAX || company.some((line) => line.length > LINE_MAX)) {
    throw new ConfigError(
      `KINORA_COMPANY must have at most ${LINES_MAX} lines of ${LINE_MAX} characters, separated by semicolons, such as "Example Media GmbH; Street 1; 12345 Berlin"`,
    );
  }
  if (fontFile === undefined && !company.every(isWestern)) {
    throw new ConfigError(
      'KINORA_COMPANY has letters that the built-in font of documents lacks; set KINORA_DOCUMENT_FONT to a .ttf or .otf file that has them',
    );
  }
  return { company, fontFile };
}

function readFont(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new ConfigError(`KINORA_DOCUMENT_FONT: ${file} cannot be read`);
  }
  if (/\.(ttf|otf)$/i.test(file)) return file;
  throw new ConfigError('KINORA_DOCUMENT_FONT must be a .ttf or .otf file');
}
