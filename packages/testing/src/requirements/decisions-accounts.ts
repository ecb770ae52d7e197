// The decisions: accounts under attack.
import { now } from './requirement.ts';

export const decisionsAccounts = [
  ...now('sign-in', {
    'DEC-SIGNIN-01':
      'Confirm an address and sign in by a link only in the browser that signed up; elsewhere ask for a new password.',
    'DEC-SIGNIN-02':
      'End the password, sessions, keys and approvals of an unconfirmed account when the owner of the address proves it in another browser.',
    'DEC-SIGNIN-03': 'Limit attempts for an address by network, so that no stranger locks its owner out.',
    'DEC-SIGNIN-04':
      'Exempt a browser that the account knows from the limits of strangers, within a limit of its own.',
    'DEC-SIGNIN-05': 'Limit passwords guessed for one address from many networks to 100 an hour.',
    'DEC-SIGNIN-06':
      'Send a mailbox at most five links that are valid at a time, and answer further requests the same.',
    'DEC-SIGNIN-08': 'Warn with kinora doctor when a service with a public URL cannot confirm addresses.',
    'DEC-SIGNIN-07':
      'Ask for the second factor, or for the password where there is none, before a terminal is approved or a key is created, if that was proven more than an hour ago.',
    'DEC-SIGNIN-10':
      'End every earlier link that sets a password when a newer one is sent, and every other one when one is used.',
    'DEC-SIGNIN-11':
      'Void sessions, sign-ins that wait for a code and a new address that waits for its link when a password is set by a link.',
    'DEC-SIGNIN-12':
      'Refuse the 100,000 most common passwords wherever one is set, in any letter case, and say what to do.',
    'DEC-SIGNIN-13':
      'Refuse a password made of the name of the service or of its person’s own name or address, wherever one is set.',
    'DEC-SIGNIN-14':
      'Take a password of any 10 to 128 characters exactly as it was typed, in fields that are masked and open to password managers.',
    'DEC-SIGNIN-15': 'Draw the token of each link that sets a password at random, with 128 bits or more.',
    'DEC-SIGNIN-16':
      'Open the page that was asked for after every way of signing in: a password, a link, a code, a passkey, a second factor that had to be set up first.',
    'DEC-SIGNIN-09':
      'Refuse fields and parameters of the sign-in API that are not documented, and values of another type or length.',
  }),

  ...now('second-factor', {
    'DEC-FACTOR-01':
      'Ask for a code after the password once an authenticator app is set up; a backup code opens one session.',
    'DEC-FACTOR-02': 'Accept a code once, and limit codes by account, network and browser.',
    'DEC-FACTOR-03':
      'Sign in with a passkey only if its device checked who holds it, and limit attempts by network.',
    'DEC-FACTOR-04': 'Refuse the routes of operators to a session without a second factor.',
    'DEC-FACTOR-05':
      'Change second factors only in a session that was opened or confirmed with one in the last hour, if the account has any.',
    'DEC-FACTOR-06': 'Turn an authenticator app on only after its first code.',
    'DEC-FACTOR-07': 'Remove second factors with kinora account, for who lost theirs.',
    'DEC-FACTOR-08': 'Open one session with a backup code, also when it is sent several times at once.',
    'DEC-FACTOR-11': 'Keep at most 20 passkeys of a person, also when several are added at once.',
    'DEC-FACTOR-10':
      'Trust no browser to sign in without its code, and remove the cookie of one that was trusted.',
    'DEC-FACTOR-09': 'Keep a sign-in waiting for its next code when the code that it got was used already.',
  }),

  ...now('proof', {
    'DEC-PROOF-01':
      'Ask what gives an account away for its own second factor of the last hour, where it has one: a password proves nothing there.',
    'DEC-PROOF-02':
      'Ask what gives an account without a second factor away for a sign-in, or a confirmation by the password, of the last hour.',
    'DEC-PROOF-03':
      'Ask for a second factor of the last ten minutes before an operator changes or reveals anything.',
    'DEC-PROOF-04':
      'State in the table of routes what each asks for; a new one that changes something asks for the most by default.',
    'DEC-PROOF-05': 'Accept each backup code once as a confirmation, also of several at the same moment.',
  }),

  ...now('session', {
    'DEC-SESSION-01': 'Name cookies with __Host- by https, with Secure, Path=/ and no Domain.',
    'DEC-SESSION-02':
      'Refuse what pages of other origins send to the sign-in API, the pages and the console.',
    'DEC-SESSION-03': 'List the sessions of a person, and end one or all others at once.',
    'DEC-SESSION-04': 'Change the password with the current one, and end all other sessions.',
    'DEC-SESSION-05':
      'Change the email address by a link that is sent to the new one, in a session of its account.',
    'DEC-SESSION-06':
      'Ask again for a second factor, or for the password where there is none, counted like sign-ins, before a console call that gives something away.',
    'DEC-SESSION-07': 'Record when a person said that they are 18 or older.',
    'DEC-SESSION-09': 'Refuse an access token on every server as soon as its session has ended.',
    'DEC-SESSION-10': 'Open no session by a password that was replaced while the sign-in was under way.',
    'DEC-SESSION-11': 'End a session 7 days after its last use, and 30 days after its beginning.',
    'DEC-SESSION-13': 'Draw each token of a session at random, with 128 bits or more.',
    'DEC-SESSION-14': 'Let the operator end the sessions of one person.',
    'DEC-SESSION-12': 'Let the browser forget what it kept of this service when its person signs out.',
    'DEC-SESSION-08':
      'Replace the token of a session after a proof of who is at the browser and after a change of second factors or password.',
  }),

  ...now('account-data', {
    'DEC-DATA-01':
      'Export everything that is kept of an account as one JSON file, in pages, without a secret.',
    'DEC-DATA-02':
      'Delete an account with its password and its typed address, unless something is owed; a balance is forfeited only by naming it.',
    'DEC-DATA-03':
      'End sessions, keys and sign-in of a deleted account in one transaction, and erase jobs, bytes and prompts after it, also when the service is killed.',
    'DEC-DATA-04':
      'Of a payment page that is finished after its account was deleted keep no card, renew no plan, and send no email.',
  }),

  ...now('claim', {
    'DEC-GUESS-01': 'Count a user code that the person has not looked up before as a guess, on every route.',
    'DEC-GUESS-02': 'Keep what made room counted towards its network, and protect five claims of a person.',
  }),

  ...now('payment', {
    'DEC-CHECKOUT-01': 'Refuse an eleventh checkout within an hour while ten are unpaid.',
  }),

  ...now('reports', {
    'DEC-REPORT-01': 'Accept at most 20 reports of an account in a day, then return 429 with retry_after.',
    'DEC-REPORT-02':
      'Store at most three reports of one content by one account, besides one of csam, and 20 open ones by all.',
    'DEC-REPORT-03': 'Hide nothing again that the operator has kept.',
    'DEC-REPORT-04': 'Let reports hide at most three results a day by one account and ten by one network.',
    'DEC-REPORT-05': 'Let an account hide nothing for 30 days after the operator kept what its report hid.',
    'DEC-REPORT-07':
      'Let people report without an account: of one network at most 20 a day, of which one hides, and of all of them together 20 hide.',
    'DEC-REPORT-06': 'Accept a reason of letters, digits, - and _, and a note of at most 500 characters.',
  }),

  ...now('suspension', {
    'DEC-SUSPENSION-01': 'Suspend the account, and refuse its generate calls on both interfaces with 403.',
    'DEC-SUSPENSION-02': 'Count the rejections and the attempts of both interfaces together.',
    'DEC-SUSPENSION-03':
      'Say in the refusal of a prompt or an upload how many more rejections within what time suspend the account and for how long, or when its suspension ends, in words; on every interface, and of its own rejections only.',
  }),

  ...now('security-log', {
    'DEC-SECURITY-01':
      'Record sign-ins, wrong passwords, approvals, key changes, refunds and operator commands, without secrets.',
    'DEC-SECURITY-02': 'Refuse updates and deletes of the security log.',
    'DEC-SECURITY-03': 'Write each event of a request as a log line too.',
    'DEC-SECURITY-04': 'Read the security log with kinora security-log.',
    'DEC-SECURITY-05': 'Record every session that stays open as a sign-in, by whatever it was opened.',
  }),
] as const;
