import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Without restarting the process, only a new context gets the function that this flag adds.
setFlagsFromString('--expose-gc');

/**
 * Frees what nothing uses any more: all of it, or what is young. V8 collects by the size of its heap, in which the pixels
 * of frames and canvases are not counted.
 */
export const collectGarbage = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
