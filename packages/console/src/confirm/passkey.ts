import { callConsole } from '../api/call.ts';

/** Why the browser made or used no passkey, in a sentence for its reader. */
class PasskeyFailure extends Error {}

/** Has the browser use a passkey of the person; returns the proof, which the server checks. */
export async function provePasskey(): Promise<object> {
  if (!canUsePasskeys()) throw new PasskeyFailure('This browser cannot use passkeys.');
  const options = await callConsole<PublicKeyCredentialRequestOptionsJSON>('/confirm/passkey-options', {
    method: 'POST',
    body: {},
  });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...options,
    userVerification: 'required',
  });
  return toJson(await navigator.credentials.get({ publicKey }).catch(explain));
}

/** Has the browser make a passkey; returns what the server stores of it. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return toJson(await navigator.credentials.create({ publicKey }).catch(explain));
}

/** Whether this browser can make and use passkeys. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

function toJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyFailure('No passkey was used.');
  return credential.toJSON() as object;
}

function explain(error: Error): never {
  switch (error.name) {
    case 'InvalidStateError':
      throw new PasskeyFailure('This device has a passkey for your account already.');
    case 'NotAllowedError':
    case 'AbortError':
      throw new PasskeyFailure('No passkey was used: it was cancelled, or took too long.');
    default:
      throw new PasskeyFailure('Passkeys do not work at this address or in this browser.');
  }
}
