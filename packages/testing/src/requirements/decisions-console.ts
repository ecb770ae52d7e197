// The decisions: the web console.
import { now } from './requirement.ts';

export const decisionsConsole = [
  ...now('console', {
    'DEC-CONSOLE-01':
      'Send a stranger who opens a page of the console to the sign-in page, and from there back to that page.',
    'DEC-CONSOLE-02': 'Show the operator section to operators only; for everybody else it does not exist.',
    'DEC-CONSOLE-03':
      'Serve every page of the console with a content security policy without unsafe-inline, and accept changes only from its own origin.',
    'DEC-CONSOLE-04':
      'Load at most 170 KB of compressed JavaScript for sign-in, explore, the prices and the studio.',
    'DEC-CONSOLE-05':
      'Keep a published work beyond the 7 days of its job, without the name of who published it, until it is withdrawn, deleted or hidden.',
    'DEC-CONSOLE-06':
      'Give each published work an address that opens it, and the studio its prompt; say of one that is gone that it is no longer published.',
    'DEC-CONSOLE-07':
      'Show on the explore page what was searched last, whatever order the responses have, and each work once while more are loaded.',
    'DEC-CONSOLE-08':
      'Begin a page of the console anew when somebody else is signed in, and refuse what the page of one account sends with the session of another.',
    'DEC-CONSOLE-09':
      'Print the pages of the service in dark ink on white, whatever colours are shown, without navigation and buttons and with nothing cut off.',
    'DEC-CONSOLE-10':
      'Write the dates of the console in English and in the calendar of receipts, whatever language the browser has.',
    'DEC-CONSOLE-11':
      'Copy texts also where pages have no clipboard, as on http, and say when the browser refuses.',
    'DEC-CONSOLE-12':
      'Keep what was typed when the session has ended, and make the change after a new sign-in in another tab.',
    'DEC-CONSOLE-13':
      'Show home, explore, prices, studio and plans without a finding of axe-core: wide and narrow, light and dark, to strangers and to who is signed in.',
  }),
  ...now('explore', {
    'DEC-EXPLORE-01':
      'List the published works newest first, oldest first, or shuffled, which stays the same for a visit; each work once on whatever pages.',
    'DEC-EXPLORE-02':
      'Record with a published work which version of the words the person had read, refuse another one, and show its seed only if the person agreed to that.',
    'DEC-EXPLORE-03':
      'Draw at most 300 of ten thousand works at a time, with nothing moving by itself, and return to where the person was.',
    'DEC-EXPLORE-04':
      'Let a stranger find a work, go on to the next one by keyboard, report it within two presses, and take its prompt or its picture to the studio.',
    'DEC-EXPLORE-05':
      'Send the newest published works with the explore page itself, keep what is typed before the script arrives, and move nothing when it takes over.',
  }),
  ...now('social', {
    'DEC-SOCIAL-01':
      'Give the pages that strangers read a title, a description, one address and a picture for sites that link to them; a published work its own, and one that is hidden, withdrawn or unknown none. No prompt gets out of its attribute.',
    'DEC-SOCIAL-02':
      'Draw the picture of the service from its name and its newest works that nobody reports, also without any, and leave out at once what is hidden or withdrawn.',
    'DEC-SOCIAL-03':
      'Give search engines the addresses of the public pages and works, and keep them from everything else.',
  }),
  ...now('pricing', {
    'DEC-PRICING-01':
      'Show everybody what each model costs in every size and length that is offered: the prices of the quotes.',
    'DEC-PRICING-02':
      'Show side by side what the studio makes for nothing, from a balance and with each plan that is sold, with its price there; a lock of the studio is a row of it.',
    'DEC-PRICING-03':
      'Show the models and plans of the operator’s catalogue and nothing else, however many there are.',
    'DEC-PRICING-05':
      'Lead from a price to the studio with that order, by way of an account and a balance, where it costs exactly that.',
    'DEC-PRICING-06':
      'Say on the page of prices what was wanted by who came from a lock of the studio, and return there after the payment with it chosen.',
    'DEC-PRICING-04':
      'Let the prices be kept by browsers and proxies for a minute, and not beyond the time for which they hold.',
  }),
  ...now('phones', {
    'DEC-PHONE-01':
      'Show every page of the console, the server and the documentation from 320 to 1024 pixels without scrolling sideways and with nothing cut off.',
    'DEC-PHONE-02':
      'Let whatever scrolls within a page, such as a wide table or code, be scrolled by keyboard, with a name.',
    'DEC-PHONE-03':
      'Make every button, field and choice at least 44 pixels high and wide on a phone, and every link at least 24 or apart from others.',
    'DEC-PHONE-04': 'Show the tiles of the explore page in the shapes of their works, at any width.',
  }),
  ...now('home', {
    'DEC-HOME-01':
      'Carry what was typed on the home page through sign-up to the studio, in this browser alone, and order it there without another press if it is free and the age was confirmed; otherwise the button has the focus.',
    'DEC-HOME-02':
      'Send the headline, the prompt box and the newest published works with the home page itself, carry out what is pressed before the script arrives, and move nothing when it takes over.',
    'DEC-HOME-03':
      'Play videos by themselves only without sound, in view, with a way to stop them, and never for a person who asked for less motion or less data.',
    'DEC-HOME-04': 'Show on the home page programs that run against the service as they are shown.',
    'DEC-HOME-05':
      'Let an operator fill a new service with samples that its own engine makes, as orders like all others, and withdraw them.',
    'DEC-HOME-06':
      'Show the name, colour, logo and texts of the operator on every page, and refuse a colour that is not legible and a logo that could run or load anything.',
  }),
  ...now('toasts', {
    'DEC-TOAST-01':
      'Show at most three short messages at once, an equal one in place of the former, and none over the navigation.',
  }),
  ...now('keyboard', {
    'DEC-KEYBOARD-01':
      'Let every action of the account’s security and data and of the operator’s pages be done by keyboard alone, with the focus visible.',
    'DEC-KEYBOARD-03':
      'Make each group of choices one stop of the Tab key with a name, in which the arrow keys choose what is not locked.',
    'DEC-KEYBOARD-02':
      'Return the focus to where it was when a dialog closes, and keep it nearby when what had it is removed.',
  }),
];
