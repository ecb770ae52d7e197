/** What the process that decodes a sample gets in its first line; the bytes of the frames and packets follow, in their order. */
export interface SampleRequest {
  readonly width: number;
  readonly height: number;
  /** The AVC decoder configuration record, in base64. */
  readonly record: string;
  /** Sizes in bytes of the frames of each run, which begins with a key frame. */
  readonly frames: readonly (readonly number[])[];
  readonly sound?: {
    readonly sampleRate: number;
    readonly channels: number;
    /** The AudioSpecificConfig, in base64. */
    readonly description: string;
    readonly packets: readonly (readonly number[])[];
  };
  /** Whether it prints the first frame as a small JPEG. */
  readonly printsPreview: boolean;
}

/** The exit status of the process when the codecs of this platform do not load. */
export const NO_CODECS = 3;
