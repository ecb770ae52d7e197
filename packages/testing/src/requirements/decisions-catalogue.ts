// The decisions: the catalogue, which says what is sold and for how much.
import { now } from './requirement.ts';

export const decisionsCatalogue = [
  ...now('catalogue', {
    'DEC-CATALOGUE-01': 'Sell the v1 contract, to the cent, as version 1 of a new installation.',
    'DEC-CATALOGUE-02': 'Refuse a wrong catalogue with the place of each fault and its remedy.',
    'DEC-CATALOGUE-03': 'Refuse a catalogue that leaves the shape of the v1 contract.',
    'DEC-CATALOGUE-04':
      'Price each job by the version that is in force when it is accepted, on every server, and record that version.',
    'DEC-CATALOGUE-05':
      'Start a version on all servers at the same moment, and never one before an earlier one.',
    'DEC-CATALOGUE-06': 'Keep the answer of an idempotent replay, whatever the prices are by then.',
    'DEC-CATALOGUE-07': 'Say in a quote by which version it is, and until when that one holds.',
    'DEC-CATALOGUE-08':
      'Refuse a catalogue that lacks a model of which jobs wait or run, or a plan or a price list that accounts have.',
    'DEC-CATALOGUE-09': 'Sell a model of the operator by its id, with its sizes, lengths, prices and plans.',
    'DEC-CATALOGUE-10':
      'Meter a video in units of its frame step over its frame rate, in twelfths of a second, each unit rounded up.',
    'DEC-CATALOGUE-11':
      'List what is sold, with what it costs, whether a worker renders it and how long it would take.',
    'DEC-CATALOGUE-12': 'Recalculate the price of every job from its version in the audit.',
    'DEC-CATALOGUE-14': 'Show, check, compare and change the catalogue by a command, and record who did it.',
    'DEC-CATALOGUE-15':
      'Apply the file that the configuration names at a start, if it is another one than last time, and nothing else.',
    'DEC-CATALOGUE-16':
      'Price the orders of an account by the price list that an operator has given it, wherever it reads prices, and audit them by it.',
    'DEC-CATALOGUE-30':
      'Accept orders of a model whose workers may sleep, and count the start of one in what they wait.',
    'DEC-CATALOGUE-31':
      'Fail a job for which no worker starts in `start_seconds` and an hour, and release its price.',
    'DEC-CATALOGUE-32':
      'Show the name and the links that the catalogue gives the service on every page, in emails, documents and descriptions, and no other name.',
    'DEC-CATALOGUE-33': 'Make the examples of the reference from the catalogue in force.',
    'DEC-CATALOGUE-13': 'Withdraw versions that have not started, and no others.',
  }),
];
