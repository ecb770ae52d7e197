import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/**
 * A program as JavaScript, in the folders that its sources have in the repository: so what it reads beside a source, a
 * migration or a stylesheet, is where it expects it, and a line in a stack trace is the line of the source.
 */

/** The names of the libraries that are imported, by the workspace that imports them, such as `packages/server`. */
export type ImportedLibraries = ReadonlyMap<string, ReadonlySet<string>>;

/** What names another module: `from`, `import`, `import()`, `import.meta.resolve()`, and `new URL()` of a thread or a process. */
const REFERENCE =
  /(\bfrom\s*|\bimport\s*\(?\s*|\bimport\.meta\.resolve\(\s*|\bnew URL\(\s*)(['"])([^'"\s]+)\2/g;
const LIBRARY = /^(?!node:)(?:@[\w.-]+\/)?[\w-][\w.-]*/;

/** Writes what the entries, paths below `root`, import of the workspaces. Throws for an import that leads nowhere. */
export function compileProgram(root: string, entries: readonly string[], folder: string): ImportedLibraries {
  const files = new Set(entries);
  const libraries = new Map<string, Set<string>>();
  for (const file of files) {
    const workspace = file.split('/').slice(0, 2).join('/');
    const imported = libraries.get(workspace) ?? new Set();
    libraries.set(workspace, imported);
    const source = readFileSync(path.join(root, file), 'utf8');
    const code = stripTypeScriptTypes(source).replaceAll(
      REFERENCE,
      (whole: string, before: string, quote: string, name: string) => {
        const target = sourceOf(root, file, name);
        if (target === undefined) {
          const [library] = before.startsWith('new') ? [] : (LIBRARY.exec(name) ?? []);
          if (library !== undefined) imported.add(library);
          return whole;
        }
        files.add(target);
        const relative = path.posix.relative(path.posix.dirname(file), target).replace(/\.ts$/, '.js');
        return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
      },
    );
    const to = path.join(folder, file.replace(/\.ts$/, '.js'));
    mkdirSync(path.dirname(to), { recursive: true });
    // Where a line had types only, blanks are left.
    writeFileSync(to, code.replaceAll(/[ \t]+$/gm, ''));
  }
  return libraries;
}

/** The source that `name` means in `file`; undefined for a library and for what is no source. */
function sourceOf(root: string, file: string, name: string): string | undefined {
  if (/^\.{1,2}\/.*\.ts$/.test(name)) return path.posix.join(path.posix.dirname(file), name);
  const [, workspace, below = ''] = /^@kinora\/([\w-]+)(\/.*)?$/.exec(name) ?? [];
  if (workspace === undefined) return undefined;
  const folder = `packages/${workspace}`;
  const { exports } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  const target: string | undefined = exports[`.${below}`] ?? exports['./*']?.replace('*', below.slice(1));
  if (target === undefined) throw new Error(`${file} imports ${name}, which ${folder} does not export`);
  return path.posix.join(folder, target);
}
