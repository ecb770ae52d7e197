// The decisions: what a worker may do with its token, and how much disk accounts may use.
import { now } from './requirement.ts';

export const decisionsWorkers = [
  ...now('workers', {
    'DEC-WORKER-01':
      'Give each lease a secret; without it, and without the token that claimed it, no call for the lease is accepted and nothing of its job is revealed.',
    'DEC-WORKER-02':
      'Give each worker a token of its own with kinora worker-token create|list|revoke; a revoked one is refused at once, and its jobs go back to the queue.',
    'DEC-WORKER-03': 'Store one artifact per attempt and write one upload of it at a time.',
    'DEC-WORKER-05':
      'Give the key that marks images, and signatures, to no worker with a token of its own: the server marks and signs its images, with the same bytes as a result.',
    'DEC-WORKER-08':
      'Render the next job while results are finished and delivered, of which a worker keeps a bounded number.',
    'DEC-WORKER-12':
      'Lease the next job shortly before the renderer has done with the present one, one for each renderer; it counts as running when it renders, and is released without a fault if it never does.',
    'DEC-WORKER-09':
      'Let a worker render as many jobs at once as KINORA_WORKER_SLOTS says and its engine can, each with a lease of its own; count slots in expected ends.',
    'DEC-WORKER-13':
      'Lease jobs whose model a worker has loaded first within an account class, as long as no other job waits longer than a set bound for it.',
    'DEC-WORKER-14':
      'Show for each worker for how long its renderers rendered, loaded models, waited for jobs, or waited for the service and why; lost reports and restarts lose or double nothing.',
    'DEC-WORKER-15': 'Count no more time of a worker than has passed for its slots, whatever it reports.',
    'DEC-WORKER-07': 'Let no worker stop another or requeue its jobs by using its name.',
    'DEC-WORKER-06': 'Sign one manifest per attempt.',
    'DEC-WORKER-10':
      'Know a worker by its token and its name: what one reports, renders and has done is never that of a worker of the same name with another token.',
    'DEC-WORKER-11':
      'Bound the workers of a token, and what each reports about itself: refuse a new one above the bound with 429 and the remedy, and keep a bounded number of those not seen for ten minutes.',
    'DEC-WORKER-16':
      'Render, check and deliver each video at the frame rate that was sold with it, which its lease says.',
    'DEC-WORKER-17':
      'Serve the models that KINORA_WORKER_MODELS names, by default those of the default catalogue.',
    'DEC-WORKER-18':
      'Tell the operator, on the page of workers and in both logs, which capabilities of a worker fit nothing in the catalogue; refuse no worker for it.',
    'DEC-WORKER-19':
      'Let another live worker that can render it try a job first that one has failed, for a bounded time.',
    'DEC-WORKER-20':
      'Take no jobs for a while after several faults in a row, longer each time, until a result is rendered.',
    'DEC-WORKER-21':
      'Release the job of a renderer that renders nothing (no credit, a rejected key, not reachable) without a fault, and try one job at a time after pauses that double; such jobs wait, unharmed and uncharged, until it renders or another worker does.',
    'DEC-WORKER-22':
      'After a pause, let a worker try its renderer with the cheapest of the first jobs, and take more only once one is rendered.',
    'DEC-WORKER-23':
      'Do not count a fault of a job that its renderer is at fault for, up to five times; a job that breaks every renderer ends.',
    'DEC-WORKER-24':
      'Show a worker in trouble as not healthy and count it in metrics; after a minute no order counts on it, unless it asks for a job to try its renderer with.',
    'DEC-WORKER-25':
      'Show why a worker takes no jobs to operators alone: in its renderer’s words, bounded, without secrets and prompts.',
    'DEC-WORKER-26':
      'Email operators once of a trouble that lasts two minutes, or at once of one that somebody must pay or set a key for; not again before the worker was well for an hour.',
    'DEC-WORKER-27':
      'Pause a worker from the first error on that says that its graphics card fails until a restart.',
    'DEC-WORKER-29':
      'Let a worker render for an older server while servers are updated: leave out the fields and calls that it does not know.',
    'DEC-WORKER-04': 'Suspend no customer on the reports of one worker token alone.',
  }),
  ...now('worker-costs', {
    'DEC-COST-01':
      'Let the settings of a worker say what an image or a second of a video costs, by model, and which workers are filled first.',
    'DEC-COST-02':
      'Fill the workers with the lowest preference first, of these the cheapest; let others take what has waited for KINORA_FALLBACK_SECONDS, what was failed, and everything while no preferred worker is live.',
  }),
  ...now('margin', {
    'DEC-MARGIN-01':
      'Report what an attempt cost with the call that ends it, once something was rendered or a renderer that bills has taken its order: as that says, else by the settings of the worker.',
    'DEC-MARGIN-02':
      'Record what each job cost, added up over its attempts, as it was when they ended: as their workers say, else by the catalogue at its completion.',
    'DEC-MARGIN-03':
      'Show operators what the jobs that ended in a month earned and cost, by model and by day, also as a file: sold, included and undelivered; the revenue is that of the ledger to the cent.',
    'DEC-MARGIN-04':
      'Warn operators of each model whose lowest price is below what the catalogue or a live worker says that it costs, with both numbers and the remedy: on the pages of prices and of the margin, in the log of the start and in kinora doctor.',
    'DEC-MARGIN-05': 'Count what jobs earned and cost by model in the metrics, also those without a result.',
  }),
  ...now('setup', {
    'DEC-SETUP-01':
      'Find what renders, its card and its models with kinora worker setup: say which models of the catalogue it can serve, in which sizes, and what to download for others.',
    'DEC-SETUP-02':
      'Write the settings and workflows whole, for their owner alone; keep what is not its own, and replace nothing that differs without --force or a yes; a second run changes nothing.',
    'DEC-SETUP-03':
      'Have an option for every question: without a terminal, name it and end with status 2, having written nothing.',
    'DEC-SETUP-04':
      'Render a probe of each operation of each model, check it as an order is checked, and print results an hour, earnings, cost and margin at the prices of today; warn of a price below the cost.',
    'DEC-SETUP-05': 'Render no probe at a vendor, who may bill it, without --probe or a yes.',
    'DEC-SETUP-06':
      'Stop on Ctrl-C at any time: no file is half written, and what the renderer works on is cancelled.',
    'DEC-SETUP-08':
      'Propose no model that the card has not the memory for, as far as that is known: say what it needs and which smaller file fits; serve it only when the operator selects it, with a warning.',
    'DEC-SETUP-09':
      'Keep what an image or a second costs as the operator says it, or as the probes of the default size measure it by the cost of an hour; ask before other costs are replaced.',
    'DEC-SETUP-10':
      'Say how each further card gets a ComfyUI and a worker; ask how many jobs a server renders at once, and try as many, at a vendor only with a yes.',
    'DEC-SETUP-07':
      'Try the token and the version of the worker at the server before anything is written: one that is refused ends the setup with the remedy, a server that cannot be asked is a warning.',
  }),
  ...now('delivery', {
    'DEC-DELIVERY-01':
      'Keep a rendered result and its lease while the store or the server cannot be reached, and send it again for minutes; count no attempt.',
    'DEC-DELIVERY-02':
      'End a job whose result cannot be stored, at once after 413 and 507, without another attempt: tell its owner that the storage is at fault, and its operator what to change.',
    'DEC-DELIVERY-04':
      'Let a worker try a large upload to the server, and one to the store, before its first job: say what is wrong and how to change it, and take no job that could not be delivered.',
    'DEC-DELIVERY-05':
      'Limit the test uploads of a token, and sign the size of what its link to the store may store.',
    'DEC-DELIVERY-03': 'Upload a result again that was cut, lost or replaced before its completion.',
  }),
  ...now('disk', {
    'DEC-DISK-01':
      'Refuse orders of an account whose kept results use its quota, by tier and settable per account, with 429 storage_quota_reached on both interfaces, before money is held.',
    'DEC-DISK-02':
      'Count the bytes of results where they are stored and where they are deleted, and check the counters with kinora audit.',
    'DEC-DISK-03':
      'Refuse every order with 503 storage_full and Retry-After while less than KINORA_MIN_FREE_GIB is free, before money is held.',
  }),
] as const;
