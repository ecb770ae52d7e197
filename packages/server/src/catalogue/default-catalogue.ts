import { readFileSync } from 'node:fs';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

const FILE = new URL('../../catalogue/default.yaml', import.meta.url);

/** What a new installation sells, as version 1: the contract, to the cent. */
export function readDefaultCatalogue(): Catalogue {
  const read = readCatalogue(readFileSync(FILE, 'utf8'));
  if (!read.ok) throw new Error(`the default catalogue is wrong: ${JSON.stringify(read.faults[0])}`);
  return catalogueOf(1, read.document);
}
