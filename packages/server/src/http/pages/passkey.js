// Signs in with a passkey. The button is hidden until this script shows it: without a script there is the password.

const section = document.getElementById('passkey');
const button = section?.querySelector('button');
const status = section?.querySelector('[role="status"]');
const json = { method: 'POST', headers: { 'content-type': 'application/json' } };

if (section && button && window.PublicKeyCredential) {
  section.hidden = false;
  button.addEventListener('click', () => signIn().catch(report));
}

async function signIn() {
  button.disabled = true;
  status.textContent = 'Waiting for your passkey…';
  const options = await post('/signin/passkey/options', {});
  const credential = await navigator.credentials.get({
    publicKey: {
      ...options,
      userVerification: 'required',
      challenge: bytesOf(options.challenge),
      allowCredentials: [],
    },
  });
  const { next } = await post('/signin/passkey', {
    response: describe(credential),
    next: section.dataset.next,
  });
  status.textContent = 'Signed in.';
  location.assign(next);
}

/** Shows why it did not work, in the words of the server where it has some. */
function report(error) {
  button.disabled = false;
  const isCancelled = error.name === 'NotAllowedError' || error.name === 'AbortError';
  status.textContent = isCancelled
    ? 'No passkey was used. Sign in with your password, or try again.'
    : (error.shown ?? 'Passkeys do not work at this address. Sign in with your password.');
}

async function post(path, body) {
  const response = await fetch(path, { ...json, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.code), { shown: answer.error });
  return answer;
}

function describe({ id, rawId, type, response, authenticatorAttachment }) {
  return {
    id,
    rawId: textOf(rawId),
    type,
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    clientExtensionResults: {},
    response: {
      authenticatorData: textOf(response.authenticatorData),
      clientDataJSON: textOf(response.clientDataJSON),
      signature: textOf(response.signature),
      userHandle: response.userHandle ? textOf(response.userHandle) : undefined,
    },
  };
}

function bytesOf(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function textOf(buffer) {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
