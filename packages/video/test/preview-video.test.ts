import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { previewVideo } from '../src/preview-video.ts';

test('a file that is not a video is refused by the process that decodes it', async () => {
  verifies('DEC-MCP-13');
  for (const bytes of [new Uint8Array(0), new Uint8Array(3_000_000).fill(7)]) {
    await assert.rejects(previewVideo(bytes), /cannot be decoded/);
  }
});
