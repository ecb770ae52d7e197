import { buffer } from 'node:stream/consumers';
import { previewImage } from '@kinora/media/preview-image';
import { extractFrame } from './extract-frame.ts';

/** The program of `previewVideo`: reads an MP4 and prints its first frame as a small JPEG. */
process.stdout.write(await previewImage(await extractFrame(await buffer(process.stdin), 0)));
