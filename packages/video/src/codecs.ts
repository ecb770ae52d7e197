import { createRequire } from 'node:module';

/** The native codecs this process loaded. */
export type Codecs = typeof import('@napi-rs/webcodecs');

let loading: Promise<Codecs> | undefined;

/**
 * Loads the codecs on first use: a server whose platform has no build of them still starts and
 * renders images, and reports what is missing when a video is requested.
 */
export function loadCodecs(): Promise<Codecs> {
  loading ??= import('@napi-rs/webcodecs').catch((cause: unknown) => {
    loading = undefined;
    throw new Error(
      `Video needs the H.264 and AAC codecs of @napi-rs/webcodecs, which did not load on ${process.platform} ${process.arch}.`,
      { cause },
    );
  });
  return loading;
}

/** How the packages for one platform end, by its C library or compiler. */
const ENDINGS = ['', '-gnu', '-musl', '-msvc'];

/** Whether npm has installed a build of the codecs for this platform. They are not loaded. */
export function hasCodecs(): boolean {
  const { resolve } = createRequire(import.meta.resolve('@napi-rs/webcodecs'));
  return ENDINGS.some((ending) => {
    try {
      return resolve(`@napi-rs/webcodecs-${process.platform}-${process.arch}${ending}`) !== '';
    } catch {
      return false;
    }
  });
}
