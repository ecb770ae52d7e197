// The search of the documentation: every word of the query must begin a word of a part. Runs in the browser.
const form = document.querySelector('.search');
const input = form.querySelector('input');
const results = form.querySelector('ol');
const MOST_RESULTS = 8;
const EXCERPT = 90;
let index;

async function load() {
  index ??= fetch('/docs/search.json')
    .then((response) => response.json())
    .then((pages) =>
      pages.flatMap(({ slug, title, parts }) =>
        parts.map((part) => ({ ...part, title, href: `/docs/${slug}${part.anchor && `#${part.anchor}`}` })),
      ),
    );
  return index;
}

function wordPattern(word) {
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'iu');
}

/** How well a part matches: a word in the title counts more than one in the heading or the text. */
function scoreOf(part, patterns) {
  let score = 0;
  for (const pattern of patterns) {
    const found =
      (pattern.test(part.title) && 4) + (pattern.test(part.heading) && 6) + (pattern.test(part.text) && 1);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

function excerptOf(text, pattern) {
  const at = Math.max(0, text.search(pattern));
  const from = Math.max(0, at - EXCERPT / 3);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + EXCERPT)}${from + EXCERPT < text.length ? '…' : ''}`;
}

function show(found, [first]) {
  results.replaceChildren(
    ...found.map((part) => {
      const link = document.createElement('a');
      link.href = part.href;
      const title = document.createElement('strong');
      title.textContent = part.heading || part.title;
      const page = document.createElement('small');
      page.textContent = part.heading ? part.title : '';
      const excerpt = document.createElement('span');
      excerpt.textContent = excerptOf(part.text, first);
      link.append(title, ' ', page, excerpt);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
}

async function search() {
  const patterns = input.value.trim().split(/\s+/).filter(Boolean).map(wordPattern);
  const parts = await load();
  const found = parts
    .map((part) => ({ part, score: patterns.length === 0 ? 0 : scoreOf(part, patterns) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_RESULTS)
    .map(({ part }) => part);
  show(found, patterns);
  results.hidden = patterns.length === 0;
  if (patterns.length > 0 && found.length === 0) results.textContent = 'Nothing found';
}

function move(event) {
  const links = [input, ...results.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  links[(links.indexOf(document.activeElement) + step + links.length) % links.length].focus();
}

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    input.value = '';
    results.hidden = true;
    input.focus();
  } else move(event);
});
input.addEventListener('focus', load);
input.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return;
  event.preventDefault();
  input.focus();
});
