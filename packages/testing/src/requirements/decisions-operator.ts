// The decisions: the operator's console.
import { now } from './requirement.ts';

export const decisionsOperator = [
  ...now('operator', {
    'DEC-OPERATOR-01': 'Answer the operator’s routes with 401 without a session and with 403 to a customer.',
    'DEC-OPERATOR-02':
      'Record what an operator does with who, to whom and why, in its transaction, and refuse it without a reason.',
    'DEC-OPERATOR-03':
      'Credit an account by one balanced transaction for each credit_id, however often it is sent.',
    'DEC-OPERATOR-04': 'Show the ledger of an account page by page, each transaction once.',
    'DEC-OPERATOR-05':
      'Refuse a banned account by key, token, session and password at once, on every node, until the ban is lifted.',
    'DEC-OPERATOR-06': 'Set the limits of an account from its next request on, or back to the default.',
    'DEC-OPERATOR-07':
      'Grant and end plans without overwriting a subscription or leaving a charge without an invoice.',
    'DEC-OPERATOR-08':
      'Find accounts by how their address or key begins and by id; find jobs by id, account, state, kind, worker and time.',
    'DEC-OPERATOR-09':
      'Cancel an open job: it fails, its price is released, and its owner reads who cancelled it.',
    'DEC-OPERATOR-10':
      'Queue a running job again without a fault; its worker loses the lease, and no price changes.',
    'DEC-OPERATOR-22':
      'Show each attempt before the last one with why it ended: a fault, a lost lease, its worker, its token or an operator.',
    'DEC-OPERATOR-11':
      'Read a bounded number of jobs for any page of the console, however many jobs there are.',
    'DEC-OPERATOR-12': 'Show each worker with its health and what it completed, failed and lost in a day.',
    'DEC-OPERATOR-13': 'Create tokens of workers, shown once, and revoke them at once.',
    'DEC-OPERATOR-14':
      'Show reported and blocked content blurred until an operator reveals it, which is recorded; the first decision stands.',
    'DEC-OPERATOR-15': 'Show prices, limits and settings as they are set, and no secret.',
    'DEC-OPERATOR-23':
      'Change prices and plans on a page: from the latest version only, with a reason that the audit log keeps, and never beside the file of the configuration.',
    'DEC-OPERATOR-24':
      'Say before prices change what changes and for whom: what the orders of 30 days would cost, who renews at another price, and which accounts are given something else.',
    'DEC-OPERATOR-16': 'Search the audit log by kind, account, network and time, page by page.',
    'DEC-OPERATOR-17':
      'Show jobs a minute, failures, waits, workers and the money of the day as the ledger has it.',
    'DEC-OPERATOR-30':
      'Show what the work of the day cost as it was recorded, and for which models that is not known.',
    'DEC-OPERATOR-21':
      'Say in the audit log what happened as a person would: no cents, codes, ISO times or yes and no.',
    'DEC-OPERATOR-18':
      'Ask an operator whose second factor is older than ten minutes for it again before anything is changed or revealed.',
    'DEC-OPERATOR-20':
      'Show suspended accounts, and lift a suspension so that the next call is accepted; what is sent twice is done once.',
    'DEC-OPERATOR-19':
      'Count no attempt from before the lifting of a suspension towards the next one, also if its job is blocked later.',
  }),
] as const;
