import { spawnSync } from 'node:child_process';
import { verifies } from '@kinora/testing/requirements';
import { testGeneratedClient } from '../support/generated-client.ts';

// The Python blocks of docs/clients-by-generators.md.
const hasPython = spawnSync('python3', ['-m', 'ensurepip', '--version']).status === 0;
testGeneratedClient({
  blocks: 'generated-clients/openapi-python-client',
  checks: 'pip install mypy==2.4.1 && mypy --strict --follow-imports=silent order.py',
  skip: !hasPython && 'python3 with pip is not installed',
  covers: () => verifies('DEC-OPENAPI-03'),
});
