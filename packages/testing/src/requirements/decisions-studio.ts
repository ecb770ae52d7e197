// The decisions: the studio of the web console.
import { now } from './requirement.ts';

export const decisionsStudio = [
  ...now('studio', {
    'DEC-STUDIO-01':
      'Ask once in the studio whether the person is 18 or older, unless they said so at sign-up, and order nothing before.',
    'DEC-STUDIO-02':
      'Show in the studio what an order would deliver and cost as it is set up, and what the tier does not allow with what would allow it.',
    'DEC-STUDIO-03':
      'Follow jobs in the studio by events, and by polls where events do not arrive; show position, wait and progress as the service gives them.',
    'DEC-STUDIO-05':
      'Take an image to start from by file, drop, paste or from a result, and say before an order what the service would refuse.',
    'DEC-STUDIO-06':
      'List all jobs of the account by endless scrolling with filters, and draw only those near the screen.',
    'DEC-STUDIO-07':
      'Let a person download, vary, reuse, edit, animate, upscale and report a result, delete it with time to undo that, and compare up to four.',
    'DEC-STUDIO-08':
      "Show a refusal in the service's sentence with its wait counted down, and why a job has no result and that nothing was charged.",
    'DEC-STUDIO-09':
      'Let the studio be used by keyboard alone, with documented shortcuts that can be turned off, and on a phone with the kind of order and the prompt at the thumb.',
    'DEC-STUDIO-10':
      "Load in the studio's tiles small previews of the whole image, to their owner only and not of a hidden, deleted or expired result, and a video only when its tile is pointed at, focused or opened; the newest order alone is loaded whole.",
    'DEC-STUDIO-11':
      'Order once in the studio when a button or key is pressed twice, and send an order whose response was lost again with its key; a network or server that is away for a while delays a result and loses none.',
    'DEC-STUDIO-12':
      'Show in every tab of the studio what another tab or device ordered and deleted, and keep the prompt over a reload of the page.',
    'DEC-STUDIO-13':
      'Fetch an access token anew when the service refuses it, and lead to the sign-in page and back when the session has ended, with the prompt kept.',
    'DEC-STUDIO-14':
      'Show prompts in the studio and on the explore page as they were written, in their own direction; at 320 pixels and any zoom nothing scrolls sideways, and choices are visible in forced colours.',
    'DEC-STUDIO-15':
      'Show a price in the studio only for the very order that a press sends, from its settings on; a press before the price is known orders only what turns out to be free. What would cost more than was shown is not ordered, and waits with its new price until the person agrees.',
    'DEC-STUDIO-16':
      'Offer nothing again in the studio that cannot succeed: a prompt that was refused, or whose result was blocked, is changed before it is sent, and nothing is sent while the account is suspended; times are shown in the zone of the reader.',
    'DEC-STUDIO-17':
      'Show in every tab what is left of credits and balance after each order and each end of a job.',
    'DEC-STUDIO-18':
      'Say in the studio which orders have not reached the service and why, also without a network, and ask before the page that has them is left, by every way out.',
    'DEC-STUDIO-19':
      'Say that the job in the address does not exist or was deleted, with a way on, and show one that the list has not loaded.',
    'DEC-STUDIO-31':
      'Keep at most two streams of job events open in a browser, whatever its number of tabs and on plain HTTP too; the other tabs show what is streamed, and one takes over when the tab that streams closes.',
    'DEC-STUDIO-32':
      'Load a preview that failed again, soon and ever less often, and at once when the page is looked at or the network is back; say so on its tile meanwhile.',
    'DEC-STUDIO-33':
      'Ask before a result is published, in words that say that everybody sees it and its prompt, and before it is taken back what stays with others.',
    'DEC-STUDIO-34':
      'Convert in the browser an image to start from that the browser can read and the service does not, and name any other before anything is sent.',
    'DEC-STUDIO-35':
      'Let a person in the studio choose among the models that the service sells, with what each is good for, costs and takes, up to which size it is free, and whether it is available; offer only sizes and lengths that the model renders, and keep the choice in the draft and in reused settings.',
    'DEC-STUDIO-36':
      'Say in the studio by the titles of the plans that are sold what would allow more, and offer no size that no plan allows.',
    'DEC-STUDIO-37':
      'List the models in the studio at the prices of the account, and lock those that its plan does not have with the plans that do.',
    'DEC-STUDIO-38':
      'Let a person pay for a premium order of the studio with credits or from the balance, as they choose and with the price of each beside it; where one of them pays, state it. Remember a choice only where both would have paid.',
    'DEC-STUDIO-39':
      'Offer in the studio, in the place of the price, the balance where the credits do not suffice, and where neither does a top-up that is large enough and the plans; lead back to the same order after the payment.',
    'DEC-STUDIO-40':
      'Say of each result of the built-in engine, in the studio, on the explore page and in the job API, that it is a demonstration, and beside its prompt which words of it the engine knew.',
    'DEC-STUDIO-20':
      'Offer in the studio exactly what the service says that the account may order, with credits or from its balance, and estimate on every tier how long a job takes.',
    'DEC-STAGE-01':
      'Show the newest order of the studio large and in its true proportions, with its variants beside each other: its wait and progress, then its result, or why there is none, in the same place.',
    'DEC-STAGE-02':
      'Show what was made before in rows of true proportions, by day and within a day by prompt.',
    'DEC-STAGE-03':
      'Offer to who has made nothing yet what to begin with, by one press: pictures and videos, with what is free said before, in words that the built-in engine knows.',
    'DEC-STAGE-04':
      'Offer the first video in 16:9, and with sound where credits pay for it; where only silent ones are free, silent.',
    'DEC-STAGE-05':
      'Order a result once more with a new seed by one press, for no more than it cost; show it whole and pixel by pixel by wheel, keys, buttons and fingers, and say under which name it is saved and on which day it is deleted.',
    'DEC-STAGE-06':
      'Draw at most 300 of ten thousand results, keep the place where the person is when more are loaded, added or opened, and lead the arrow keys through all of them.',
    'DEC-STAGE-07': 'Take a result that is dragged, or chosen by a button, as the image to start from.',
    'DEC-STAGE-08':
      'Delete results ten seconds after the person did, let them be had back until then with a countdown that waits for the pointer and the focus, and delete at once when the page is left.',
    'DEC-STAGE-09':
      'Say in the title of a hidden tab that a job has ended, and by a notification only to who agreed, asked once and only while a job takes long.',
  }),
  ...now('waiting orders', {
    'DEC-WAIT-01':
      'Place an order of the studio at once if nothing of its account waits and it can be accepted, and append it to the sequence of its account on the server otherwise; one call decides, and one that is repeated with its key is one order.',
    'DEC-WAIT-02':
      'Accept nothing that waits: hold no price and promise none. Start each order by the acceptance of every order, with the limits, the checks, the prices and the funds of that moment.',
    'DEC-WAIT-03':
      'Start an order that waits once: the transaction that accepts it deletes it, also on several servers and when one is killed there. What is cancelled at that moment is cancelled or a job.',
    'DEC-WAIT-04':
      'Start the next order when a job of the account ends, whether a page is open or not, and find within seconds what that missed.',
    'DEC-WAIT-05':
      'Pause an order whose price has risen above what was shown until its person agrees, all that need money when it is short, and one whose content is blocked with those that repeat it; let the others go on, and say why.',
    'DEC-WAIT-06':
      'Limit how many orders of an account wait, by its tier, and the bytes of their images; store an image with its order, delete it with it, and delete both after seven days.',
    'DEC-WAIT-07':
      'Start nothing while an account is suspended or banned; pause everything that waits when its person signs out of all other browsers; export it with the account, and delete it with it at once.',
    'DEC-WAIT-08':
      'Show in every tab and on every device what waits, in its sequence, with its price as it was shown, why it is paused and the remedy; cancel, move and resume it there.',
  }),
  ...now('messages to browsers', {
    'DEC-PUSH-01':
      'Tell the browsers that a person let notify them that a job of the studio which took 20 seconds or more has ended, by their push service, with no page open; nothing of other jobs.',
    'DEC-PUSH-02':
      'Encrypt each message for its browser, so that a push service sees that one comes and not what it says, and sign it with the key of the installation.',
    'DEC-PUSH-03':
      'Send messages apart from the transaction that ends a job; try one a few times, then drop and count it; forget a browser that its push service says is gone, and no other.',
    'DEC-PUSH-04':
      'End the subscription of a browser with its session, however that ends, and with the account; keep at most ten of an account, and export them without what opens them.',
    'DEC-PUSH-05':
      'Keep the key for messages as the other keys of the installation, replaceable, and sign with the one a browser subscribed with while it is honoured.',
    'DEC-PUSH-06':
      'Call for a message what a webhook may call: by https, and nothing in a private network; accept only subscriptions that can be encrypted for.',
    'DEC-PUSH-07':
      'Show a message once for its job, unless a page of the studio is seen; a press leads to its result. The worker of the browser keeps nothing and answers no request.',
    'DEC-PUSH-08':
      'Subscribe a browser only when its person presses the switch beside words that say what is sent and through whom; fall back to notifications of an open page where there is no push service, and turn off both by the same switch. Say on an iPhone that only an app of the home screen is notified otherwise, and be one.',
  }),
];
