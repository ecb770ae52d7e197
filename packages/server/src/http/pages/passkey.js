// Signs in with a passkey, or confirms with one what a form gives away. What offers it is hidden until this script shows
// it: without a script there is the password, or the code of an authenticator app.

// What a page says once is not said again by a reload, a bookmark or the way back.
const address = new URL(location.href);
for (const said of ['again', 'back', 'done', 'link', 'reset']) address.searchParams.delete(said);
history.replaceState(history.state, '', address);

const section = document.getElementById('passkey');
const button = section?.querySelector('button');
const status = section?.querySelector('[role="status"]');
/** The form that asks for a confirmation; none on the page that signs in. */
const form = section?.closest('form');
const code = form?.querySelector('[name="code"]');
let isConfirmed = false;

if (section && window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  section.hidden = false;
  if (!form) {
    button.addEventListener('click', () => signIn().catch(report));
  } else if (code) {
    button.addEventListener('click', () => confirmInsteadOfCode().catch(report));
  } else {
    // The passkey is the only way on, so the button of the form uses it.
    form.addEventListener('submit', (event) => {
      if (isConfirmed || event.submitter?.formNoValidate) return;
      event.preventDefault();
      confirmSession()
        .then(() => form.requestSubmit(event.submitter))
        .catch(report);
    });
  }
}

async function signIn() {
  const response = await usePasskey('/signin/passkey/options');
  const { next } = await post('/signin/passkey', { response, next: section.dataset.next });
  location.assign(next);
}

async function confirmSession() {
  const passkey = await usePasskey('/api/console/confirm/passkey-options');
  await post('/api/console/confirm', { passkey });
  isConfirmed = true;
  status.textContent = 'Confirmed.';
}

/** Leaves it to the person to submit the form: to approve is another decision than to say who one is. */
async function confirmInsteadOfCode() {
  await confirmSession();
  code.required = false;
  form.querySelector('button:not([type="button"])').focus();
}

async function usePasskey(optionsPath) {
  if (button) button.disabled = true;
  status.textContent = 'Waiting for your passkey…';
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...(await post(optionsPath, {})),
    userVerification: 'required',
  });
  return (await navigator.credentials.get({ publicKey })).toJSON();
}

/** Shows why it did not work, in the words of the server where it has some. */
function report(error) {
  if (button) button.disabled = false;
  const isCancelled = error.name === 'NotAllowedError' || error.name === 'AbortError';
  const otherWay = form ? '' : ' Sign in with your password.';
  status.textContent = isCancelled
    ? `No passkey was used.${form ? ' Try again.' : ' Sign in with your password, or try again.'}`
    : (error.shown ?? `Passkeys do not work at this address or in this browser.${otherWay}`);
}

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status === 204) return undefined;
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.code), { shown: answer.error });
  return answer;
}
