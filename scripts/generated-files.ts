import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { wheelName } from '@kinora/cli/served-programs';
import { catalogueJsonSchema } from '@kinora/contract';
import { productVersion } from '@kinora/program/product-version';
import type { Database } from '@kinora/server/db/database';
import { describeSchema } from '@kinora/server/db/describe-schema';
import { buildDocument } from '@kinora/server/http/openapi/document';
import { renderErrorReference } from '@kinora/server/http/openapi/error-reference';
import { renderProblems, renderShapes } from './client-types.ts';
import { renderPythonSync } from './python-sync.ts';
import { renderPythonProblems, renderPythonTypes } from './python-types.ts';

const root = path.dirname(import.meta.dirname);

/** A file that is generated from the sources and committed, so that a reviewer sees its changes. */
export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** All of them, from the sources and a migrated database. The same sources give the same bytes. */
export async function generateFiles(database: Database): Promise<readonly GeneratedFile[]> {
  const schema = await describeSchema(database);
  return [
    {
      path: 'docs/reference/openapi.json',
      text: `${JSON.stringify(buildDocument(productVersion()), null, 2)}\n`,
    },
    { path: 'docs/reference/errors.md', text: renderErrorReference() },
    {
      path: 'docs/reference/catalogue.schema.json',
      text: `${JSON.stringify(catalogueJsonSchema(), null, 2)}\n`,
    },
    { path: 'packages/client/src/generated/shapes.ts', text: renderShapes() },
    { path: 'packages/client/src/generated/problems.ts', text: renderProblems() },
    { path: 'packages/python/src/kinora/types.py', text: renderPythonTypes() },
    { path: 'packages/python/src/kinora/problems.py', text: renderPythonProblems() },
    {
      path: 'packages/python/src/kinora/_version.py',
      text: `# Generated; run "npm run generate" after a release.\n__version__ = "${productVersion()}"\n`,
    },
    {
      path: 'packages/console/src/account/connect/python-wheel.ts',
      text: `// Generated; run "npm run generate" after a release.\nexport const PYTHON_WHEEL = '${wheelName()}';\n`,
    },
    { path: 'packages/python/LICENSE', text: await readFile(path.join(root, 'LICENSE'), 'utf8') },
    ...renderPythonSync(),
    {
      path: 'docs/reference/schema.sql',
      text: `-- The schema after every migration, for reading. Generated; run "npm run generate" after adding one.\n\n${schema}`,
    },
  ];
}
