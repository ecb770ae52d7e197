import { type Resolution, resolutionNames, type VideoMode } from '@kinora/contract';

/** The sizes of the video modes by the v1 contract, in pixels. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Shape {
  /** The ratio in whole numbers, such as 16 and 9. */
  readonly across: number;
  readonly down: number;
  readonly exact: Readonly<Record<Resolution, Size>>;
}

const size = (width: number, height: number): Size => ({ width, height });

/** The five aspect ratios with their exact size in each resolution. */
export const shapes: readonly Shape[] = [
  {
    across: 16,
    down: 9,
    exact: { hd: size(1280, 720), fhd: size(1920, 1080), '2k': size(2560, 1440) },
  },
  {
    across: 9,
    down: 16,
    exact: { hd: size(720, 1280), fhd: size(1080, 1920), '2k': size(1440, 2560) },
  },
  { across: 1, down: 1, exact: { hd: size(720, 720), fhd: size(1080, 1080), '2k': size(1440, 1440) } },
  { across: 3, down: 2, exact: { hd: size(1080, 720), fhd: size(1620, 1080), '2k': size(2160, 1440) } },
  { across: 2, down: 3, exact: { hd: size(720, 1080), fhd: size(1080, 1620), '2k': size(1440, 2160) } },
];

/**
 * The shape within 1 % of the requested ratio; undefined for any other ratio. Compared in integers: 1010x1000
 * is exactly 1 % off a square, but slightly more in floating point.
 */
export function shapeOf({ width, height }: Size): Shape | undefined {
  return shapes.find(({ across, down }) => {
    const expected = height * across;
    return 100 * Math.abs(width * down - expected) <= expected;
  });
}

/** The resolution of an exact size (1080x1080 is Full HD), else by the longer side. */
export function requestedResolutionOf(requested: Size): Resolution {
  for (const name of resolutionNames) {
    const isExact = shapes.some(
      ({ exact }) => exact[name].width === requested.width && exact[name].height === requested.height,
    );
    if (isExact) return name;
  }
  const longer = Math.max(requested.width, requested.height);
  return longer <= 1280 ? 'hd' : longer <= 1920 ? 'fhd' : '2k';
}

/** The resolution that a delivered size is billed by, from its longer side. */
export function billedResolutionOf(delivered: Size): Resolution {
  const longer = Math.max(delivered.width, delivered.height);
  return longer <= 1280 ? 'hd' : longer <= 1920 ? 'fhd' : '2k';
}

interface ModeRule {
  readonly defaultSize: Size;
  /** The resolutions that are rendered at the exact size of their shape. */
  readonly exactResolutions: readonly Resolution[];
  /** Whether other shapes and resolutions are rendered on the 64-pixel grid; if not, they are rejected. */
  readonly anySizeOnGrid: boolean;
}

export const modeRules: Readonly<Record<VideoMode, ModeRule>> = {
  fast: { defaultSize: size(1280, 720), exactResolutions: ['hd'], anySizeOnGrid: true },
  quality: { defaultSize: size(1280, 720), exactResolutions: ['hd', 'fhd'], anySizeOnGrid: false },
  cinema: { defaultSize: size(2560, 1440), exactResolutions: ['2k'], anySizeOnGrid: false },
};

/** The exact sizes of a mode, as `1280x720`, for the problem that lists them. */
export function exactSizesOf(mode: VideoMode): string[] {
  return modeRules[mode].exactResolutions.flatMap((name) =>
    shapes.map(({ exact }) => `${exact[name].width}x${exact[name].height}`),
  );
}
