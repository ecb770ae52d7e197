/** How one language states an age. The notation is that of `entry.ts`. */
export interface AgeWords {
  /** The numbers from 0 to 17 in order; `-` for one that is several words or also means something else. */
  readonly numbers: readonly string[];
  /** These make the number before them an age: `17 ans`. */
  readonly afterNumber: readonly string[];
  /** These make the digits they are attached to an age: `17yo`. */
  readonly attachedToDigits: readonly string[];
  /** These make the digits after them an age: `aged 17`. */
  readonly beforeDigits: readonly string[];
}
