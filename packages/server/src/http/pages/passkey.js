// Signs in with a passkey. The button is hidden until this script shows it: without a script there is the password.

const section = document.getElementById('passkey');
const button = section?.querySelector('button');
const status = section?.querySelector('[role="status"]');

if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  section.hidden = false;
  button.addEventListener('click', () => signIn().catch(report));
}

async function signIn() {
  button.disabled = true;
  status.textContent = 'Waiting for your passkey…';
  const options = await post('/signin/passkey/options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...options,
    userVerification: 'required',
  });
  const credential = await navigator.credentials.get({ publicKey });
  const { next } = await post('/signin/passkey', {
    response: credential.toJSON(),
    next: section.dataset.next,
  });
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
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.code), { shown: answer.error });
  return answer;
}
