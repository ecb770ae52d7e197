/** Levels of H.264 (ITU-T H.264, table A-1): the macroblocks per second and per frame they allow. */
const LEVELS: readonly (readonly [level: number, perSecond: number, perFrame: number])[] = [
  [10, 1485, 99],
  [11, 3000, 396],
  [12, 6000, 396],
  [13, 11880, 396],
  [21, 19800, 792],
  [22, 20250, 1620],
  [30, 40500, 1620],
  [31, 108000, 3600],
  [32, 216000, 5120],
  [40, 245760, 8192],
  [42, 522240, 8704],
  [50, 589824, 22080],
  [51, 983040, 36864],
  [52, 2073600, 36864],
];

/** The lowest level that allows frames of this size at this rate. */
export function neededAvcLevel(width: number, height: number, fps: number): number {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const fitting = LEVELS.find(([, perSecond, perFrame]) => blocks <= perFrame && blocks * fps <= perSecond);
  return fitting?.[0] ?? 52;
}
