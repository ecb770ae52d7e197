import { verifies } from '@kinora/testing/requirements';
import { testGeneratedClient } from '../support/generated-client.ts';

// The TypeScript blocks of docs/clients-by-generators.md.
testGeneratedClient({
  blocks: 'generated-clients/openapi-typescript',
  skip: false,
  covers: () => verifies('DEC-OPENAPI-03'),
});
