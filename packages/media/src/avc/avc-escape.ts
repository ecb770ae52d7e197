/** Two zero bytes and a small one would read as a start code, so a NAL unit has an emulation prevention byte there. */
export function removeEscapes(unit: Uint8Array): Uint8Array {
  const payload: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    payload.push(byte);
  }
  return Uint8Array.from(payload);
}

export function addEscapes(payload: Uint8Array): Uint8Array {
  const unit: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      unit.push(3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    unit.push(byte);
  }
  return Uint8Array.from(unit);
}
