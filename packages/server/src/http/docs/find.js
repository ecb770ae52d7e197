// Finds parts of the documentation. Runs in the browser, and in the test of its queries.

const MAX_RESULTS = 8;
/** So that one page does not fill the list. */
const MAX_PER_PAGE = 2;
const SYNONYM_BOOST = 0.5;
const FIELDS = ['heading', 'page', 'text', 'names'];
const BOOST = { heading: 4, page: 3, text: 1, names: 1 };
const MIN_FUZZY_LENGTH = 4;
const MIN_PREFIX_LENGTH = 3;
/** Words that say nothing about what is meant. */
const STOP_WORDS = new Set(
  'a an and are be can do does for from get how i if in is it me much my of on or the to up use what when where which who why with you'.split(
    ' ',
  ),
);

/** A word without its ending, so that "charging" finds "charge". */
function stem(word) {
  const lower = word.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (lower.length < 5 || /\d/.test(lower)) return lower;
  return lower.replace(/(?:ies|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '');
}

/** `index` has the entries and the synonyms; returns a function from what was typed to the entries, the best first. */
export function createFind(MiniSearch, { entries, synonyms }) {
  const search = new MiniSearch({
    fields: FIELDS,
    processTerm: (term) => (STOP_WORDS.has(term.toLowerCase()) ? null : stem(term)),
  });
  search.addAll(entries.map((entry, id) => ({ ...entry, id })));
  const known = Object.entries(synonyms).map(([name, words]) => [wordsOf(name).map(stem).join(' '), words]);
  const options = {
    boost: BOOST,
    boostDocument: (id) => entries[id].weight,
    prefix: (term) => term.length >= MIN_PREFIX_LENGTH,
    fuzzy: (term) => (term.length < MIN_FUZZY_LENGTH || /\d/.test(term) ? false : term.length < 6 ? 1 : 2),
    weights: { fuzzy: 0.3, prefix: 0.6 },
  };
  const all = (words) => ({ combineWith: 'AND', queries: words });

  /** A word, or what it is called here. A misspelt one stands for the synonyms of the word that it resembles. */
  const meant = (name) => {
    const stemmed = wordsOf(name).map(stem).join(' ');
    const exact = known.find(([word]) => word === stemmed);
    const isWritten = search.search(name, { prefix: true }).length > 0;
    const near =
      exact ??
      (isWritten || stemmed.length < MIN_FUZZY_LENGTH
        ? undefined
        : known.find(([word]) => isNear(word, stemmed)));
    const others = (near?.[1] ?? []).map((other) => ({
      ...all(wordsOf(other)),
      boost: scaled(SYNONYM_BOOST),
      fuzzy: false,
    }));
    return { combineWith: 'OR', queries: [all(wordsOf(name)), ...others] };
  };

  return (typed) => {
    const words = wordsOf(typed);
    if (words.length === 0) return [];
    const together = words.map(stem).join(' ');
    const isOne = known.some(([word]) => word === together);
    const query = { combineWith: 'AND', queries: isOne ? [meant(words.join(' '))] : words.map(meant) };
    const exact = search.search(query, options);
    // Rather the parts with some of the words than none.
    const found = exact.length > 0 ? exact : search.search({ ...query, combineWith: 'OR' }, options);
    return few(found.map(({ id }) => entries[id]));
  };
}

function wordsOf(text) {
  const words = text.split(/[\n\r\p{Z}\p{P}]+/u).filter(Boolean);
  const telling = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}

const scaled = (factor) =>
  Object.fromEntries(Object.entries(BOOST).map(([name, boost]) => [name, boost * factor]));

function few(entries) {
  const shown = new Map();
  return entries
    .filter(({ page }) => {
      const count = (shown.get(page) ?? 0) + 1;
      shown.set(page, count);
      return count <= MAX_PER_PAGE;
    })
    .slice(0, MAX_RESULTS);
}

/** Whether two words differ by at most two letters, a swap of neighbours counting as one. */
function isNear(one, other) {
  if (Math.abs(one.length - other.length) > 2) return false;
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      row[to] = Math.min(last[to] + 1, row[to - 1] + 1, last[to - 1] + (isSame ? 0 : 1));
      if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]) {
        row[to] = Math.min(row[to], before[to - 2] + 1);
      }
    }
    [before, last] = [last, row];
  }
  return last[other.length] <= (one.length < 7 ? 1 : 2);
}
