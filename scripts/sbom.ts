import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { INSTALL_SETS, type Locked, placesOf, resolvePlace } from './install-sets.mjs';

/**
 * Prints the bill of materials of what a server and a worker are installed with, for every platform, as CycloneDX JSON:
 * `npm run -s sbom > kinora.cdx.json`. From the lock file alone, so that the same lock file gives the same bytes. The
 * command of npm leaves out packages that are nested or for other platforms.
 */

const root = path.dirname(import.meta.dirname);
const lockText = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
const locked: Locked = JSON.parse(lockText).packages;

/** The licences of packages whose manifest names none; read in their own files. */
const LICENCES: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

const workspaces = INSTALL_SETS.service.workspaces ?? [];
const installed = placesOf(locked, workspaces);
/** npm installs them too, where their dependents do not depend on them themselves. */
const peers = installed.flatMap((place) =>
  Object.keys(entry(place).peerDependencies ?? {}).flatMap((name) => {
    const target = resolvePlace(locked, place, name);
    return target !== undefined && entry(target).peer && !entry(target).dev ? [target] : [];
  }),
);
/** The workspaces themselves are in `packages/`; what links to them is left out. */
const places = placesOf(locked, [...workspaces, ...peers])
  .filter((place) => locked[place]?.link !== true)
  .sort();

const included = new Set(places);

function component(place: string): object {
  const { version, license, integrity, optional } = entry(place);
  const name = nameOf(place);
  const isOwn = !place.includes('node_modules/');
  return {
    type: isOwn ? 'application' : 'library',
    'bom-ref': place,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    ...(integrity !== undefined && { hashes: hashesOf(integrity) }),
    licenses: [licenceOf(license ?? LICENCES[name] ?? 'NOASSERTION')],
    ...(!isOwn && { purl: `pkg:npm/${name.replace('@', '%40')}@${version}` }),
  };
}

function hashesOf(integrity: string): object[] {
  return integrity.split(' ').map((hash) => {
    const [, bits, content = ''] = /^sha(\d+)-(.+)$/.exec(hash) ?? [];
    return { alg: `SHA-${bits}`, content: Buffer.from(content, 'base64').toString('hex') };
  });
}

function licenceOf(license: string): object {
  return /\s/.test(license)
    ? { expression: license.replace(/^\((.*)\)$/, '$1') }
    : { license: { id: license } };
}

function dependenciesOf(place: string): object {
  const { dependencies, optionalDependencies, peerDependencies } = entry(place);
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const targets = names.flatMap((name) => {
    const target = resolvePlace(locked, place, name);
    const known = target === undefined ? '' : (entry(target).resolved ?? target);
    return included.has(known) ? [known] : [];
  });
  return { ref: place, dependsOn: [...new Set(targets)].sort() };
}

function entry(place: string): Locked[string] {
  const found = locked[place];
  if (found === undefined) throw new Error(`${place} is not in the lock file`);
  return found;
}

function nameOf(place: string): string {
  return entry(place).name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

const { name, version, description, license } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const hash = createHash('sha256').update(lockText).digest('hex');
const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${uuid}`,
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': name,
      name,
      version,
      description,
      licenses: [licenceOf(license)],
    },
  },
  components: places.map(component),
  dependencies: [{ ref: name, dependsOn: workspaces }, ...places.map(dependenciesOf)],
};
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
