import { type Node, parseSync, Visitor } from 'oxc-parser';

/** A module that a source names; undefined if the name is computed, so that it cannot be checked. */
type Import = { readonly specifier: string | undefined; readonly line: number };

/** A piece of the source, at an offset that `lineOf` turns into its line. */
type Piece = { readonly text: string; readonly at: number };

/** The name is that of a function, or of an object and its method: `verifies`, `database.query`. */
type Call = {
  readonly name: string;
  /** The text is undefined if it is computed. */
  readonly arguments: readonly { readonly text: string | undefined; readonly at: number }[];
};

/** What a TypeScript source contains, without its comments. */
export type Source = {
  readonly imports: readonly Import[];
  /** Strings, and the parts of templates between expressions. */
  readonly texts: readonly Piece[];
  readonly calls: readonly Call[];
  /** What the code reads and calls: `process.env`, `new Date()`, `setTimeout()`. */
  readonly uses: readonly Piece[];
  readonly lineOf: (at: number) => number;
};

const LOADS = ['import.meta.resolve', 'require', 'require.resolve'];

/** Reads a source; the extension of `path` says whether it may contain JSX. */
export function readSource(path: string, source: string): Source {
  const { program, errors } = parseSync(path, source, { preserveParens: false });
  if (errors[0] !== undefined) throw new Error(`${path} is not TypeScript: ${errors[0].message}`);
  const imports: Import[] = [];
  const texts: Piece[] = [];
  const calls: Call[] = [];
  const uses: Piece[] = [];
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length;
  const load = (node: Node | null | undefined): void => {
    if (node) imports.push({ specifier: written(node), line: lineOf(node.start) });
  };
  const use = (text: string, node: Node): void => void uses.push({ text, at: node.start });
  const unpack = (pattern: Node, value: Node | null): void => {
    if (pattern.type !== 'ObjectPattern' || value === null) return;
    for (const field of pattern.properties)
      if (field.type === 'Property') use(`${nameOf(value)}.${nameOf(field.key)}`, field);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => load(source),
    ExportAllDeclaration: ({ source }) => load(source),
    ExportNamedDeclaration: ({ source }) => load(source),
    ImportExpression: ({ source }) => load(source),
    TSImportType: ({ source }) => load(source),
    Literal: (node) => {
      if (typeof node.value === 'string') texts.push({ text: node.value, at: node.start });
    },
    TemplateElement: (node) => texts.push({ text: node.value.raw, at: node.start }),
    MemberExpression: (node) => use(memberOf(node), node),
    VariableDeclarator: ({ id, init }) => unpack(id, init),
    AssignmentExpression: ({ left, right }) => unpack(left, right),
    NewExpression: (node) => {
      if (node.arguments.length === 0) use(`new ${nameOf(node.callee)}()`, node);
    },
    CallExpression: (node) => {
      const { callee } = node;
      const name = callee.type === 'MemberExpression' ? memberOf(callee) : nameOf(callee);
      use(`${nameOf(callee)}()`, node);
      if (LOADS.includes(name)) load(node.arguments[0]);
      calls.push({ name, arguments: node.arguments.map((one) => ({ text: written(one), at: one.start })) });
    },
  }).visit(program);
  return { imports, texts, calls, uses, lineOf };
}

/** The text of a string, or of a template without expressions. */
function written(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node.type === 'TemplateLiteral' && node.quasis.length === 1 ? node.quasis[0]?.value.raw : undefined;
}

/** `Date.now`, of a longer chain only the end: `process.env` of `globalThis.process['env']`. */
function memberOf({ object, property }: Node & { type: 'MemberExpression' }): string {
  return `${nameOf(object)}.${nameOf(property)}`;
}

/** The last name of an expression. */
function nameOf(node: Node): string {
  if ('name' in node && typeof node.name === 'string') return node.name;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (node.type === 'MetaProperty') return `${node.meta.name}.${node.property.name}`;
  if ('expression' in node && typeof node.expression === 'object') return nameOf(node.expression);
  return written(node) ?? '';
}
