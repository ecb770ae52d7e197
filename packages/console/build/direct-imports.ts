import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, Plugin } from 'esbuild';

/**
 * Imports each component from its own file instead of from the index of its package. esbuild divides what an index
 * exports among pages only by whether any page uses it, so every page would load what the largest one needs.
 */

interface Index {
  readonly folder: string;
  /** The file of each exported name, and the name that it has there. */
  readonly files: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

const PACKAGES = ['@mantine/core', '@mantine/hooks', 'lucide-react'];
const IMPORT = /\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["'];?/g;
/** `import { a } from './a.mjs'` followed by an export, or `export { default as a } from './a.mjs'`. */
const REEXPORT = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/** Rewrites the imports of the console's sources, and of the packages that are built on these. */
export function directImports(): Plugin {
  const indexes = new Map(PACKAGES.map((name) => [name, readIndex(name)]));
  return {
    name: 'direct-imports',
    setup({ onLoad }) {
      onLoad(
        { filter: /[\\/](console[\\/]src|@mantine[\\/](core|notifications)[\\/]esm)[\\/].*\.(tsx?|mjs)$/ },
        (args) => {
          const source = readFileSync(args.path, 'utf8');
          const contents = source.replaceAll(IMPORT, (whole, names: string, from: string) => {
            const index = indexes.get(from);
            return index === undefined ? whole : direct(names, from, index);
          });
          return { contents, loader: path.extname(args.path).slice(1).replace('mjs', 'js') as Loader };
        },
      );
    },
  };
}

function direct(names: string, from: string, { folder, files }: Index): string {
  return listed(names)
    .map(({ name, local }) => {
      const found = files.get(name);
      if (found === undefined) throw new Error(`${from} exports no ${name}`);
      // A package may export what it imports from another.
      const file = found.file.startsWith('.') ? path.join(folder, found.file) : found.file;
      return `import { ${found.name} as ${local} } from ${JSON.stringify(file)};`;
    })
    .join(' ');
}

function readIndex(packageName: string): Index {
  const resolved = fileURLToPath(import.meta.resolve(packageName));
  const name = path.join('node_modules', packageName);
  const root = resolved.slice(0, resolved.lastIndexOf(name) + name.length);
  const { module } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { module: string };
  const file = path.join(root, module);
  const files = new Map<string, { readonly file: string; readonly name: string }>();
  for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(REEXPORT)) {
    for (const { name, local } of listed(names)) files.set(local, { file: from, name });
  }
  return { folder: path.dirname(file), files };
}

/** The values of `a, b as c, type D`. */
function listed(names: string): { readonly name: string; readonly local: string }[] {
  return names
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name = '', local = name] = part.split(/\s+as\s+/);
      return { name, local };
    });
}
