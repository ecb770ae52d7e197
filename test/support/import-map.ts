import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, matchesGlob, posix } from 'node:path';
import { findCycles } from './import-cycles.ts';
import { type CodeRule, codeRules, type ImportRule, importRules } from './import-rules.ts';
import { readSource, type Source } from './read-source.ts';
import { OPTIONAL_PACKAGES, pureFiles, STEPS_OF_A_JOB } from './rule-files.ts';
import { tablesOf, writesOf } from './table-writes.ts';

/** A place where the code breaks a rule of the import map, and the rule in words. */
export type Breach = { readonly file: string; readonly line: number; readonly reason: string };

type ResolvedImport = { readonly target: string; readonly isRelative: boolean; readonly line: number };
type SourceFile = Omit<Source, 'imports'> & {
  /** Below `packages/`, with slashes: `server/src/app.ts`. */
  readonly path: string;
  readonly imports: readonly ResolvedImport[];
};

/** What a computed name resolves to. */
const COMPUTED = 'computed';

/** Checks every TypeScript source below `packages/<name>/src` against the import map. Returns the breaches. */
export function findBreaches(packagesFolder: string): readonly Breach[] {
  const sources = readSources(packagesFolder);
  return [
    ...sources.flatMap((source) => importRules.flatMap((rule) => importBreaches(rule, source))),
    ...sources.flatMap((source) => codeRules.flatMap((rule) => codeBreaches(rule, source))),
    ...packageBreaches(sources, readDependencies(packagesFolder)),
    ...cycleBreaches(sources),
    ...tableBreaches(sources, tablesOf(join(packagesFolder, 'server/migrations'))),
    ...missingPureFiles(packagesFolder),
  ];
}

/** `packages/server/src/app.ts:12 imports npm:pg: pg stays in db/`, as the failure message. */
export function describeBreach(breach: Breach): string {
  return `packages/${breach.file}:${breach.line} ${breach.reason}`;
}

function readSources(packagesFolder: string): readonly SourceFile[] {
  return (
    globSync('*/src/**/*.{ts,tsx}', { cwd: packagesFolder })
      .map((path) => path.replaceAll('\\', '/'))
      // `testing` is test code, to which the map does not apply.
      .filter((path) => !path.includes('/node_modules/') && !path.startsWith('testing/'))
      .sort()
      .map((path) => {
        const source = readSource(path, readFileSync(join(packagesFolder, path), 'utf8'));
        const imports = source.imports.map(({ specifier, line }) => ({
          target: specifier === undefined ? COMPUTED : resolveTarget(path, specifier),
          isRelative: specifier?.startsWith('.') === true,
          line,
        }));
        return { ...source, path, imports };
      })
  );
}

/** What an import resolves to, in the notation of the rules. */
function resolveTarget(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  const parts = specifier.split('/');
  if (parts[0] === '@kinora')
    return `${[parts[1], 'src', ...(parts[2] ? parts.slice(2) : ['index'])].join('/')}.ts`;
  return `npm:${parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')}`;
}

function importBreaches(rule: ImportRule, source: SourceFile): readonly Breach[] {
  if (!appliesTo(rule, source.path)) return [];
  return source.imports
    .filter(({ target }) => isRefused(rule, target))
    .map(({ target, line }) => ({ file: source.path, line, reason: `imports ${target}: ${rule.reason}` }));
}

function isRefused(rule: ImportRule, target: string): boolean {
  if (rule.refuses !== undefined && matches(target, rule.refuses)) return true;
  if (rule.allows === undefined) return false;
  const isInScope = rule.within === undefined || matches(target, rule.within);
  return isInScope && !matches(target, rule.allows);
}

function codeBreaches({ reason, ...rule }: CodeRule, source: SourceFile): readonly Breach[] {
  if (!appliesTo(rule, source.path)) return [];
  return [
    ...source.uses.filter(({ text }) => rule.refuses?.test(text)),
    ...source.texts.filter(({ text }) => rule.refusesText?.test(text)),
  ].map(({ text, at }) => ({
    file: source.path,
    line: source.lineOf(at),
    reason: `contains ${text.trim()}: ${reason}`,
  }));
}

/** The production dependencies of each package and what it expects to be there, by the name of its folder. */
function readDependencies(packagesFolder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const manifests = globSync('*/package.json', { cwd: packagesFolder }).map((path) => {
    const manifest = JSON.parse(readFileSync(join(packagesFolder, path), 'utf8'));
    const { dependencies = {}, peerDependencies = {} } = manifest;
    return [dirname(path), new Set(Object.keys({ ...dependencies, ...peerDependencies }))] as const;
  });
  return new Map(manifests);
}

/** Imports of other packages that are not in the `package.json`, or that bypass it by a relative path. */
function packageBreaches(
  sources: readonly SourceFile[],
  dependencies: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Breach[] {
  return sources.flatMap(({ path, imports }) => {
    const own = packageOf(path);
    return imports.flatMap(({ target, isRelative, line }) => {
      const name = packageNameOf(target, own);
      if (name === undefined) return [];
      if (isRelative)
        return [{ file: path, line, reason: `imports ${target} by a relative path: use ${name}` }];
      const isKnown = dependencies.get(own)?.has(name) || isOptional(path, name);
      const reason = `imports ${name}, which packages/${own}/package.json does not name`;
      return isKnown ? [] : [{ file: path, line, reason }];
    });
  });
}

/** The package that `target` belongs to; undefined for a builtin and for the own package. */
function packageNameOf(target: string, own: string): string | undefined {
  if (target.startsWith('npm:')) return target.slice('npm:'.length);
  if (target.startsWith('node:') || target === COMPUTED) return undefined;
  return packageOf(target) === own ? undefined : `@kinora/${packageOf(target)}`;
}

function packageOf(path: string): string {
  return path.slice(0, path.indexOf('/'));
}

function isOptional(path: string, name: string): boolean {
  return Object.entries(OPTIONAL_PACKAGES).some(
    ([files, names]) => matchesGlob(path, files) && names.includes(name),
  );
}

/** Cycles between files, between the module folders of the server, and between packages. */
function cycleBreaches(sources: readonly SourceFile[]): readonly Breach[] {
  const files = new Set(sources.map(({ path }) => path));
  const edges = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => files.has(target))
      .map(({ target, line }) => ({ from: path, to: target, file: path, line })),
  );
  const folders = edges
    .map((edge) => ({ ...edge, from: moduleOf(edge.from), to: moduleOf(edge.to) }))
    .filter(({ from, to }) => from !== to);
  return [...findCycles(edges), ...findCycles(folders)].map(({ first, path }) => ({
    file: first.file,
    line: first.line,
    reason: `closes the cycle ${path.join(' -> ')}: no cycles`,
  }));
}

/** The module with the most writes of a table is its owner; on a tie every writer is reported. */
function tableBreaches(sources: readonly SourceFile[], tables: ReadonlySet<string>): readonly Breach[] {
  const writes = sources.flatMap((source) =>
    writesOf(source, tables).map((write) => ({ ...write, file: source.path, module: ownerOf(source.path) })),
  );
  return [...Map.groupBy(writes, ({ table }) => table)].flatMap(([table, ofTable]) => {
    const modules = [...Map.groupBy(ofTable, ({ module }) => module)].map(([name, of]) => ({
      name,
      count: of.length,
    }));
    const most = Math.max(...modules.map(({ count }) => count));
    const leaders = modules.filter(({ count }) => count === most).map(({ name }) => name);
    const owner = leaders.length === 1 ? leaders[0] : undefined;
    const writers = modules.map(({ name }) => name).join(' and ');
    return ofTable
      .filter(({ module }) => module !== owner)
      .map(({ file, line }) => ({
        file,
        line,
        reason: `writes ${table}, which ${writers} write: a table has one owning module`,
      }));
  });
}

/** The module that owns what a file writes. */
function ownerOf(path: string): string {
  return STEPS_OF_A_JOB.test(path) ? 'the steps of a job' : moduleOf(path);
}

/** The module folder of a server file, the package of any other; a file at the server's root is its own module. */
function moduleOf(path: string): string {
  if (!path.startsWith('server/')) return packageOf(path);
  return /^server\/src\/[^/]+(?=\/)/.exec(path)?.[0] ?? path;
}

/** A renamed pure file would escape the rules, so it must exist once its folder does. */
function missingPureFiles(packagesFolder: string): readonly Breach[] {
  return pureFiles
    .filter((path) => existsSync(join(packagesFolder, dirname(path))))
    .filter((path) => !existsSync(join(packagesFolder, path)))
    .map((file) => ({ file, line: 1, reason: 'is missing: the rules of pure files name it' }));
}

function appliesTo(rule: Pick<ImportRule, 'files' | 'except'>, path: string): boolean {
  return matches(path, rule.files) && !matches(path, rule.except ?? []);
}

function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(name, pattern));
}
