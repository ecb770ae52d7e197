import type { z } from 'zod';
import type { Tool } from '../tool.ts';
import { about } from './about.ts';
import { animateImage } from './animate-image.ts';
import { checkStatus } from './check-status.ts';
import { deleteOutput } from './delete-output.ts';
import { finishAccess } from './finish-access.ts';
import { generateImage } from './generate-image.ts';
import { generateVideo } from './generate-video.ts';
import { startAccess } from './start-access.ts';
import { usage } from './usage.ts';

/** The nine tools, in the order in which they are listed. */
export const tools: readonly Tool<z.ZodObject, z.ZodObject>[] = [
  about,
  startAccess,
  finishAccess,
  generateImage,
  generateVideo,
  animateImage,
  checkStatus,
  usage,
  deleteOutput,
];
