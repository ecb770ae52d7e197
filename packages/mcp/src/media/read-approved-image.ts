import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { describeOtherFile, imageFormatOf, uploadLimits } from '@kinora/contract';
import { accept, type Outcome, refuse } from '../service/refusal.ts';
import { readImageFacts } from './image-facts.ts';

export interface ApprovedImage {
  readonly bytes: Uint8Array;
  /** The pixels of the image as it is shown. */
  readonly width: number;
  readonly height: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Reads an image inside one of the approved directories. Links are resolved before the check. The file is opened once,
 * without following a link, and what was opened is compared with what was checked, so that a file or a folder that is
 * swapped in between is refused.
 */
export async function readApprovedImage(
  file: string,
  roots: readonly string[],
): Promise<Outcome<ApprovedImage>> {
  if (!path.isAbsolute(file))
    return refuse('path_not_absolute', `Give the absolute path of the image, not ${quote(file)}.`);
  const approved = await resolveRoots(roots);
  if (approved.length === 0) return refuse('no_media_roots', describeMissingRoots(roots));
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined || !isInside(real, approved)) return refuseOutside(file, real, roots, approved);
  const checked = await lstat(real, { bigint: true }).catch(() => undefined);
  if (checked === undefined)
    return refuse('file_changed', `${quote(file)} changed while it was opened. Retry.`);
  if (!checked.isFile()) {
    return refuse(
      'not_a_file',
      `${quote(file)} is ${kindOf(checked)}, not a file. Give the path of an image.`,
    );
  }
  // Without O_NONBLOCK, opening a pipe that is swapped in would wait forever.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(real, flags).catch(() => undefined);
  if (handle === undefined) {
    return refuse('file_unreadable', `${quote(file)} cannot be opened. Check its permissions.`);
  }
  try {
    if (!(await isStill(real, checked, handle, approved))) {
      return refuse('file_changed', `${quote(file)} changed while it was opened. Retry.`);
    }
    return await readImage(file, handle);
  } finally {
    await handle.close();
  }
}

async function resolveRoots(roots: readonly string[]): Promise<readonly string[]> {
  const resolved = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  return resolved.filter((root) => root !== undefined);
}

function describeMissingRoots(roots: readonly string[]): string {
  const setting = `SERVICE_MCP_MEDIA_ROOTS to directories that it may read, separated by "${path.delimiter}"`;
  return roots.length === 0
    ? `The person has not approved a directory yet. Ask them to set ${setting}, in the configuration of this MCP server.`
    : `None of the approved directories exists: ${roots.map(quote).join(', ')}. Ask the person to set ${setting}.`;
}

function isInside(file: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    const relative = path.relative(root, file);
    return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
  });
}

/** Says that a file is missing only of one that would be inside: others are not probed. */
function refuseOutside(
  file: string,
  real: string | undefined,
  roots: readonly string[],
  approved: readonly string[],
): Outcome<never> {
  if (
    real === undefined &&
    isInside(path.resolve(file), [...approved, ...roots.map((root) => path.resolve(root))])
  ) {
    return refuse('file_not_found', `There is no file ${quote(file)}.`);
  }
  return refuse(
    'outside_media_roots',
    `${quote(file)} is not inside an approved directory once links are resolved. Approved: ${approved.map(quote).join(', ')}.`,
  );
}

function kindOf(stats: BigIntStats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isSymbolicLink() ? 'a link' : 'a device';
}

/** Whether the open file is the one that was checked, and its path still leads to it without a link. */
async function isStill(
  real: string,
  checked: BigIntStats,
  handle: FileHandle,
  approved: readonly string[],
): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  const isChecked = (stats: BigIntStats) => stats.dev === checked.dev && stats.ino === checked.ino;
  if (!opened.isFile() || !isChecked(opened)) return false;
  if ((await realpath(real).catch(() => undefined)) !== real) return false;
  // Linux has the path of what is open, which no swap in between can change.
  const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  return place === undefined || isInside(place, approved);
}

async function readImage(file: string, handle: FileHandle): Promise<Outcome<ApprovedImage>> {
  const bytes = await readAtMost(handle, uploadLimits.bytes + 1);
  if (bytes.length > uploadLimits.bytes) {
    return refuse(
      'file_too_large',
      `${quote(file)} is larger than ${uploadLimits.bytes / MEBIBYTE} MiB. Save a smaller copy, such as a JPEG.`,
    );
  }
  const size = readImageFacts(bytes);
  if (size === undefined) {
    const isCut = imageFormatOf(bytes) !== undefined;
    const what = isCut ? 'is cut off before its size; send the whole file' : describeOtherFile(bytes);
    return refuse('not_an_image', `${quote(file)} ${what}.`);
  }
  if (size.width * size.height > uploadLimits.pixels) {
    return refuse(
      'image_too_large',
      `${quote(file)} has ${size.width}x${size.height} pixels; at most ${uploadLimits.pixels / 1e6} megapixels are accepted.`,
    );
  }
  return accept({ bytes, width: size.width, height: size.height });
}

/** The file may grow while it is read, so the limit holds for what is read. */
async function readAtMost(handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const { size } = await handle.stat();
  const buffer = Buffer.alloc(Math.min(size + 1, maxBytes));
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** Quotes a path that the model gave, with control characters escaped. */
function quote(text: string): string {
  return JSON.stringify(text);
}
