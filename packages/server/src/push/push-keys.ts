import { createECDH, ECDH } from 'node:crypto';
import type { Keys, KeyVersion } from '../kernel/key-versions.ts';

const CURVE = 'prime256v1';

/** A key pair with which the service signs its messages to push services (VAPID), as base64url. */
export interface PushKeyPair {
  readonly version: number;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The pairs of the versions that are honoured, the one that new subscriptions are made with first. */
export function pushKeyPairs({ signing, honoured }: Keys): readonly [PushKeyPair, ...PushKeyPair[]] {
  return [pairOf(signing), ...honoured.filter((one) => one !== signing).map(pairOf)];
}

function pairOf({ version, key }: KeyVersion): PushKeyPair {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(key, 'base64url');
  return { version, publicKey: pair.getPublicKey('base64url'), privateKey: key };
}

/** Whether messages can be encrypted for a browser with this public key. */
export function isPoint(publicKey: string): boolean {
  try {
    ECDH.convertKey(publicKey, CURVE, 'base64url');
    return true;
  } catch {
    return false;
  }
}
