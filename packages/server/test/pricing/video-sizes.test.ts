import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { quoteVideo, type VideoQuote } from '../../src/quote/quote.ts';
import { catalogue } from '../support/default-catalogue.ts';

/** The exact sizes in 16:9, 9:16, 1:1, 3:2 and 2:3. */
const HD = ['1280x720', '720x1280', '720x720', '1080x720', '720x1080'];
const FHD = ['1920x1080', '1080x1920', '1080x1080', '1620x1080', '1080x1620'];
const TWO_K = ['2560x1440', '1440x2560', '1440x1440', '2160x1440', '1440x2160'];

function quote(mode: string, size: string): VideoQuote | undefined {
  const [width, height] = size.split('x').map(Number);
  const result = quoteVideo(catalogue, { mode, width, height, duration: 5 });
  return result.ok ? result.value : undefined;
}

function delivered(mode: string, size: string): string {
  const video = quote(mode, size);
  return video === undefined ? 'refused' : `${video.width}x${video.height} ${video.resolution}`;
}

/** `size` times `factor`, rounded, for requests that are not exact. */
function scaled(size: string, factor: number): string {
  return size
    .split('x')
    .map((side) => Math.round(Number(side) * factor))
    .join('x');
}

describe('exact sizes', () => {
  test('HD is delivered as requested by fast and quality', () => {
    verifies('DEC-SIZE-07', 'V1-MODE-02', 'V1-MODE-05');
    for (const size of HD) {
      assert.equal(delivered('fast', size), `${size} hd`);
      assert.equal(delivered('quality', size), `${size} hd`);
      assert.equal(delivered('cinema', size), 'refused');
    }
  });

  test('Full HD is delivered as requested by quality, and its square is billed as hd', () => {
    verifies('DEC-SIZE-05', 'DEC-SIZE-08', 'V1-MODE-05', 'V1-MODE-06');
    for (const size of FHD) {
      assert.equal(delivered('quality', size), `${size} ${size === '1080x1080' ? 'hd' : 'fhd'}`);
      assert.equal(delivered('cinema', size), 'refused');
    }
  });

  test('2.5K is delivered as requested by cinema and billed as 2k in every shape', () => {
    verifies('DEC-SIZE-09', 'DEC-SIZE-12', 'V1-MODE-08');
    for (const size of TWO_K) {
      assert.equal(delivered('cinema', size), `${size} 2k`);
      assert.equal(delivered('quality', size), 'refused');
    }
  });

  test('a size that is close to a shape is delivered at the exact size of its class', () => {
    verifies('V1-MODE-02', 'V1-MODE-05', 'V1-MODE-08');
    for (const size of HD) {
      assert.equal(delivered('fast', scaled(size, 0.75)), `${size} hd`);
      assert.equal(delivered('quality', scaled(size, 0.5)), `${size} hd`);
    }
    for (const size of ['1920x1080', '1080x1920', '1620x1080', '1080x1620']) {
      assert.equal(delivered('quality', scaled(size, 0.95)), `${size} fhd`);
    }
    for (const size of ['2560x1440', '1440x2560', '2160x1440', '1440x2160']) {
      assert.equal(delivered('cinema', scaled(size, 0.95)), `${size} 2k`);
    }
  });
});

describe('the shape of a request', () => {
  // For each shape: a height, the widths just within 1 % of the ratio, and those just outside.
  const edges = [
    { shape: '16:9', height: 540, inside: [951, 969], outside: [950, 970], exact: '1280x720' },
    { shape: '9:16', height: 960, inside: [535, 545], outside: [534, 546], exact: '720x1280' },
    { shape: '1:1', height: 1000, inside: [990, 1010], outside: [989, 1011], exact: '720x720' },
    { shape: '3:2', height: 600, inside: [891, 909], outside: [890, 910], exact: '1080x720' },
    { shape: '2:3', height: 900, inside: [594, 606], outside: [593, 607], exact: '720x1080' },
  ];
  for (const { shape, height, inside, outside, exact } of edges) {
    test(`${shape} has a tolerance of exactly 1 %`, () => {
      verifies('DEC-SIZE-04', 'V1-MODE-09', 'DEC-SIZE-11', 'V1-MODE-03');
      for (const width of inside) {
        assert.equal(delivered('quality', `${width}x${height}`), `${exact} hd`);
        assert.equal(delivered('fast', `${width}x${height}`), `${exact} hd`);
      }
      for (const width of outside) {
        assert.equal(delivered('quality', `${width}x${height}`), 'refused');
        const onGrid = [width, height].map((side) => Math.round(side / 64) * 64).join('x');
        assert.equal(delivered('fast', `${width}x${height}`), `${onGrid} hd`);
      }
    });
  }

  test('cinema needs one of the five shapes too', () => {
    verifies('V1-MODE-09');
    assert.equal(delivered('cinema', '2560x1600'), 'refused');
    assert.equal(delivered('cinema', '2048x1536'), 'refused');
    assert.equal(delivered('cinema', '1440x2560'), '1440x2560 2k');
  });
});

describe('the class of a request', () => {
  test('depends on the longer requested side when the size is not exact', () => {
    verifies('DEC-SIZE-06');
    assert.equal(delivered('quality', '1280x719'), '1280x720 hd');
    assert.equal(delivered('quality', '1281x720'), '1920x1080 fhd');
    assert.equal(delivered('quality', '1920x1081'), '1920x1080 fhd');
    assert.equal(delivered('quality', '1921x1080'), 'refused');
    assert.equal(delivered('cinema', '1920x1079'), 'refused');
    assert.equal(delivered('cinema', '1921x1080'), '2560x1440 2k');
    assert.equal(delivered('cinema', '720x1281'), 'refused');
    assert.equal(delivered('quality', '720x1281'), '1080x1920 fhd');
  });

  test('is Full HD for exactly 1080x1080 and HD for one pixel more or less', () => {
    verifies('DEC-SIZE-05', 'V1-MODE-06');
    assert.equal(delivered('quality', '1080x1080'), '1080x1080 hd');
    assert.equal(delivered('quality', '1080x1079'), '720x720 hd');
    assert.equal(delivered('quality', '1081x1081'), '720x720 hd');
    assert.equal(delivered('fast', '1080x1080'), '1088x1088 hd');
  });
});

describe('the grid of fast', () => {
  test('rounds every other size to the nearest multiple of 64, never below 256', () => {
    verifies('DEC-SIZE-10', 'V1-MODE-01', 'V1-MODE-03', 'V1-PRICE-02');
    const table = {
      '1920x1080': '1920x1088 fhd',
      '1080x1920': '1088x1920 fhd',
      '2560x1440': '2560x1472 2k',
      '2560x2560': '2560x2560 2k',
      '256x512': '256x512 hd',
      '287x640': '256x640 hd',
      '288x640': '320x640 hd',
      '256x257': '720x720 hd',
      '1280x1023': '1280x1024 hd',
      '1311x700': '1280x704 hd',
      '1312x700': '1344x704 fhd',
      '1951x300': '1920x320 fhd',
      '1952x300': '1984x320 2k',
      '2529x256': '2560x256 2k',
      '2527x256': '2496x256 2k',
    };
    for (const [size, expected] of Object.entries(table)) assert.equal(delivered('fast', size), expected);
  });

  test('accepts every size from 256 to 2560 and changes no side by more than half a step', () => {
    verifies('DEC-SIZE-10', 'V1-PRICE-04');
    const side = fc.integer({ min: 256, max: 2560 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const video = quote('fast', `${width}x${height}`);
        assert.ok(video !== undefined);
        const longer = Math.max(video.width, video.height);
        assert.equal(video.resolution, longer > 1920 ? '2k' : longer > 1280 ? 'fhd' : 'hd');
        if (HD.includes(`${video.width}x${video.height}`)) return;
        for (const [requested, rounded] of [
          [width, video.width],
          [height, video.height],
        ] as const) {
          assert.equal(rounded % 64, 0);
          assert.ok(
            rounded >= 256 && rounded <= 2560 && Math.abs(requested - rounded) <= 32,
            `${requested} -> ${rounded}`,
          );
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test('quality and cinema deliver one of their exact sizes or refuse', () => {
  verifies('DEC-SIZE-11', 'V1-MODE-05', 'V1-MODE-08');
  const side = fc.integer({ min: 256, max: 2560 });
  // Half of the requests match a shape; otherwise hardly any would be accepted.
  const shaped = fc
    .tuple(fc.constantFrom(...HD, ...FHD), fc.integer({ min: 40, max: 130 }))
    .map(([size, percent]) => scaled(size, percent / 100));
  const anySize = fc.tuple(side, side).map(([width, height]) => `${width}x${height}`);
  fc.assert(
    fc.property(fc.oneof(shaped, anySize), fc.constantFrom('quality', 'cinema'), (size, mode) => {
      const video = quote(mode, size);
      if (video === undefined) return;
      const exact = mode === 'quality' ? [...HD, ...FHD] : TWO_K;
      assert.ok(
        exact.includes(`${video.width}x${video.height}`),
        `${size} -> ${video.width}x${video.height}`,
      );
    }),
    { numRuns: 2000 },
  );
});

test('width and height default independently to those of the mode', () => {
  verifies('DEC-SIZE-13', 'V1-VIDEO-04');
  const size = (request: { mode: string; width?: number; height?: number }): string => {
    const result = quoteVideo(catalogue, { duration: 5, ...request });
    return result.ok ? `${result.value.width}x${result.value.height}` : result.problem.code;
  };
  assert.equal(size({ mode: 'fast' }), '1280x720');
  assert.equal(size({ mode: 'fast', width: 640 }), '640x704');
  assert.equal(size({ mode: 'fast', height: 512 }), '1280x512');
  assert.equal(size({ mode: 'quality' }), '1280x720');
  assert.equal(size({ mode: 'quality', width: 720 }), '720x720');
  assert.equal(size({ mode: 'quality', height: 1280 }), '720x720');
  assert.equal(size({ mode: 'cinema' }), '2560x1440');
  assert.equal(size({ mode: 'cinema', width: 1440 }), '1440x1440');
  assert.equal(size({ mode: 'cinema', height: 1707 }), '2160x1440');
});
