import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';

const file = path.join(import.meta.dirname, '../../../../docs/reference/openapi.json');
const { schemas } = JSON.parse(readFileSync(file, 'utf8')).components;

test('the reference states every limit of an upload, in both interfaces', () => {
  verifies('DEC-UPLOAD-05');
  for (const [schema, field] of [
    ['VideoGenerateRequest', 'init_image_base64'],
    ['GenerateRequest', 'image_base64'],
  ] as const) {
    const { description } = schemas[schema].properties[field];
    for (const limit of [
      'PNG, JPEG or WebP',
      '12 MiB',
      '64 million pixels',
      'at least 16 pixels',
      '20 times',
      '64 scans',
    ]) {
      assert.ok(description.includes(limit), `${field}: ${limit}`);
    }
  }
});
