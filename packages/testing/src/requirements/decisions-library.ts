// The decisions: what a person finds, keeps and collects in the studio.
import { now } from './requirement.ts';

export const decisionsLibrary = [
  ...now('studio', {
    'DEC-LIBRARY-01':
      'Find the results of the last seven days and those that are kept by words of their prompts and by beginnings of words, with the other filters, page by page.',
    'DEC-LIBRARY-02':
      'Let a person mark results as favourites and put them into named collections, of which one result may be in several; nobody else sees or changes them.',
    'DEC-LIBRARY-03':
      'Keep a copy of a result with an id of its own when a person asks for it: the same bytes, at an address that nobody guesses, until the person deletes it; its job is gone after seven days all the same.',
    'DEC-LIBRARY-04':
      'Count kept copies as stored bytes, up to a part of what is included that the catalogue sets, and above that at the price of storage; refuse more with the reason.',
    'DEC-LIBRARY-05':
      'Leave no bytes behind for more than a day when the service dies while a copy is kept, and sweep nothing that is kept.',
    'DEC-LIBRARY-06':
      'Hide a kept copy with its reported result, delete it when the operator removes the content, and let the reviewer see it after the job is gone.',
    'DEC-LIBRARY-07':
      'Export kept results, collections and templates with the account, and erase them with it.',
    'DEC-LIBRARY-08':
      'List the prompts of the last seven days, each once, and save drafts as templates, a bounded number of them.',
    'DEC-LIBRARY-09': 'Send several results as one ZIP archive, piece by piece and with unchanged bytes.',
    'DEC-LIBRARY-11':
      'Show in the studio, in the address, what is searched, favourite, kept or in a collection, and do with several chosen results at once what is done with one.',
    'DEC-LIBRARY-12': 'Take a recent prompt or a template into the draft by one press.',
    'DEC-LIBRARY-10':
      'Read a page of the studio from 10,000 results without reading other accounts or sorting all of them.',
  }),
];
