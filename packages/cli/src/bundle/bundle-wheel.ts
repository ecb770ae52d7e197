import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { productVersion } from '@kinora/program/product-version';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { wheelName } from '../served-programs.ts';

/**
 * Writes the Python client as a wheel, which pip installs from the address of a service. A wheel of Python alone is a ZIP archive
 * with a manifest, so no Python is needed; a test compares it with the one that Python's own builder makes.
 */
export function bundleWheel(folder: string): void {
  const source = path.join(import.meta.dirname, '../../../python');
  const read = (file: string): string => readFileSync(path.join(source, file), 'utf8');
  const information = `kinora_client-${productVersion()}.dist-info`;
  const code = globSync('kinora/**/*.{py,typed}', { cwd: path.join(source, 'src') }).sort();
  const files = new Map([
    ...code.map((file): [string, string] => [file.replaceAll('\\', '/'), read(`src/${file}`)]),
    [`${information}/METADATA`, metadataOf(read('pyproject.toml'), read('README.md'))],
    [`${information}/WHEEL`, WHEEL],
    [`${information}/licenses/LICENSE`, read('LICENSE')],
  ]);
  const record = [...files].map(([file, text]) => {
    const hash = createHash('sha256').update(text).digest('base64url');
    return `${file},sha256=${hash},${Buffer.byteLength(text)}`;
  });
  files.set(`${information}/RECORD`, `${[...record, `${information}/RECORD,,`].join('\n')}\n`);
  const entries: Zippable = Object.fromEntries([...files].map(([file, text]) => [file, strToU8(text)]));
  // The earliest time that a ZIP archive can express, so that the same sources give the same bytes.
  writeFileSync(path.join(folder, wheelName()), zipSync(entries, { mtime: new Date(1980, 0, 1) }));
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: kinora\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** The fields of the project as the packages' core metadata has them. A value of ours is on one line and JSON too, except the classifiers. */
function metadataOf(project: string, readme: string): string {
  const field = (name: string) => JSON.parse(new RegExp(`^${name} = (.+)$`, 'm').exec(project)?.[1] ?? '""');
  const [, classifiers = ''] = /^classifiers = \[\n([\s\S]*?)^\]$/m.exec(project) ?? [];
  return [
    'Metadata-Version: 2.4',
    `Name: ${field('name')}`,
    `Version: ${productVersion()}`,
    `Summary: ${field('description')}`,
    `License-Expression: ${field('license')}`,
    'License-File: LICENSE',
    `Keywords: ${field('keywords').join(',')}`,
    ...[...classifiers.matchAll(/"(.+)"/g)].map(([, classifier]) => `Classifier: ${classifier}`),
    `Requires-Python: ${field('requires-python')}`,
    ...field('dependencies').map((needed: string) => `Requires-Dist: ${needed}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}
