import type { Database } from '../packages/server/src/db/database.ts';
import { describeSchema } from '../packages/server/src/db/describe-schema.ts';
import { buildDocument } from '../packages/server/src/http/openapi/document.ts';
import { renderErrorReference } from '../packages/server/src/http/openapi/error-reference.ts';
import { productVersion } from '../packages/server/src/http/openapi/product-version.ts';

/** A file that is made from the sources and committed, so that a reviewer sees what a change does to it. */
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
      path: 'docs/reference/schema.sql',
      text: `-- The schema after every migration, for reading. Generated; run "npm run generate" after adding one.\n\n${schema}`,
    },
  ];
}
