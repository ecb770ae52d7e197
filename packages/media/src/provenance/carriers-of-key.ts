import { type Carriers, layCarriers } from '@kinora/watermark/carriers';

let last: { readonly key: string; readonly carriers: Carriers } | undefined;

/** The carriers of a chip key; the latest ones are cached, because a service has one key. */
export function carriersOfKey(chipKey: Uint8Array): Carriers {
  const key = Buffer.from(chipKey).toString('hex');
  if (last?.key !== key) last = { key, carriers: layCarriers(chipKey) };
  return last.carriers;
}
