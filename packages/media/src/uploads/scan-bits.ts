/** The bits of a scan, from one marker to the next. */
export interface ScanBits {
  /** The symbol of the code that comes next; -1 without one. */
  readonly symbol: (codes: Uint16Array) => number;
  /** Reads at most 16 bits; false if there are fewer. */
  readonly skip: (length: number) => boolean;
  /** Goes on behind the restart marker that is next; false if it is another one. */
  readonly restart: () => boolean;
}

export function scanBits(jpeg: Buffer, start: number): ScanBits {
  let at = start;
  let held = 0;
  let count = 0;

  /** Takes bytes until there are more than 16 bits, or a marker is next. A byte FF of data is followed by 00. */
  function fill(): void {
    while (count <= 16) {
      const byte = jpeg[at];
      if (byte === undefined) return;
      let next = at + 1;
      if (byte === 0xff) {
        while (jpeg[next] === 0xff) next += 1;
        if (jpeg[next] !== 0) return;
        next += 1;
      }
      at = next;
      held = ((held << 8) | byte) & 0xffffff;
      count += 8;
    }
  }

  return {
    symbol(codes) {
      if (count < 16) fill();
      const ahead = count >= 16 ? held >>> (count - 16) : held << (16 - count);
      const code = codes[ahead & 0xffff] ?? 0;
      const length = code >> 8;
      if (length === 0 || length > count) return -1;
      count -= length;
      return code & 0xff;
    },
    skip(length) {
      if (count < length) fill();
      if (count < length) return false;
      count -= length;
      return true;
    },
    restart() {
      count = 0;
      const marker = jpeg.indexOf(0xff, at);
      at = marker;
      while (jpeg[at] === 0xff) at += 1;
      const found = marker !== -1 && (jpeg[at] ?? 0) >= 0xd0 && (jpeg[at] ?? 0) <= 0xd7;
      at += 1;
      return found;
    },
  };
}
