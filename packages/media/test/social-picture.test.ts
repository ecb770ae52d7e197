import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLUE, type Colour, pixelOf, plain, RED } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { SOCIAL_HEIGHT, SOCIAL_WIDTH, socialPicture } from '../src/social-picture.ts';

const solid = (colour: Colour) => plain(300, 200, colour).jpeg().toBuffer();

test('the picture of a service has its size, with any number of works and any name', async () => {
  verifies('DEC-SOCIAL-02');
  const works = await Promise.all([RED, BLUE, RED, BLUE, RED, BLUE, RED].map(solid));
  for (const count of [0, 1, 2, 3, 4, 6, 7]) {
    for (const name of ['Kinora', '<b>A & "B"</b> 作品 '.repeat(3), '&amp;<span size="huge">']) {
      const png = await socialPicture({ name, accent: '#1d4ed8', works: works.slice(0, count) });
      const { width, height, format } = await sharp(png).metadata();
      assert.deepEqual(
        [width, height, format],
        [SOCIAL_WIDTH, SOCIAL_HEIGHT, 'png'],
        `${count} works, ${name}`,
      );
      assert.ok(png.length < 600_000, `${png.length} bytes`);
    }
  }
});

test('it shows the works beside each other, or the accent', async () => {
  verifies('DEC-SOCIAL-02');
  const [red, blue] = [await solid(RED), await solid(BLUE)];
  const shown = await socialPicture({ name: 'Kinora', accent: '#1d4ed8', works: [red, blue] });
  const near = (one: Colour, other: Colour) =>
    (['r', 'g', 'b'] as const).every((channel) => Math.abs(one[channel] - other[channel]) < 24);
  assert.ok(near(await pixelOf(shown, 300, 100), RED));
  assert.ok(near(await pixelOf(shown, 900, 100), BLUE));
  const empty = await socialPicture({ name: 'Kinora', accent: '#1d4ed8', works: [] });
  const ground = await pixelOf(empty, 10, 10);
  assert.ok(ground.b > ground.r + 60, 'the accent');
  const other = await socialPicture({ name: 'Another service', accent: '#1d4ed8', works: [] });
  assert.notDeepEqual(other, empty);
});
