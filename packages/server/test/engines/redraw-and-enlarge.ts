import assert from 'node:assert/strict';
import { probeMedia } from '@kinora/video/probe';
import { generateAndFetch, imageOf, jobCaller } from '../support/job-api.ts';
import type { TestApp } from '../support/test-app.ts';

/** Asserts that the service's engine redraws an image and enlarges it to twice and four times its size. */
export async function assertRedrawnAndEnlarged(service: TestApp): Promise<void> {
  const caller = await jobCaller(service, 'max');
  const image_base64 = await imageOf(160, 96);
  for (const [type, width, height] of [
    ['i2i', 320, 256],
    ['upscale', 320, 192],
    ['upscale_pro', 640, 384],
  ] as const) {
    const { bytes } = await generateAndFetch(service, caller, {
      type,
      image_base64,
      width: 320,
      height: 256,
    });
    const image = await probeMedia(bytes);
    assert.deepEqual([image.kind, image.width, image.height], ['png', width, height], type);
  }
}
