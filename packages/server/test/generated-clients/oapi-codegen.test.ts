import { spawnSync } from 'node:child_process';
import { verifies } from '@kinora/testing/requirements';
import { testGeneratedClient } from '../support/generated-client.ts';

// The Go blocks of docs/clients-by-generators.md.
const hasGo = spawnSync('go', ['version']).status === 0;
testGeneratedClient({
  blocks: 'generated-clients/oapi-codegen',
  skip: !hasGo && 'Go is not installed',
  covers: () => verifies('DEC-OPENAPI-03'),
});
