// The search of the documentation, in the browser.
import MiniSearch from 'minisearch';
import { createFind } from './find.js';

const form = document.querySelector('.search');
const input = form.querySelector('input');
const results = form.querySelector('ol');
const state = form.querySelector('[role=status]');
const EXCERPT = 90;
let find;

async function load() {
  find ??= fetch('/docs/search.json')
    .then((response) => response.json())
    .then((index) => createFind(MiniSearch, index));
  return find;
}

/** The text around the first word of the query that it has, or its beginning. */
function excerptOf(text, words) {
  const at = Math.max(
    0,
    Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0)),
  );
  const from = Number.isFinite(at) ? Math.max(0, at - EXCERPT / 3) : 0;
  return `${from > 0 ? '…' : ''}${text.slice(from, from + EXCERPT)}${from + EXCERPT < text.length ? '…' : ''}`;
}

function show(found, words) {
  results.replaceChildren(
    ...found.map((part) => {
      const link = document.createElement('a');
      link.href = part.href;
      const title = document.createElement('strong');
      title.textContent = part.heading || part.page;
      const page = document.createElement('small');
      page.textContent = part.heading ? part.page : '';
      const excerpt = document.createElement('span');
      excerpt.textContent = excerptOf(part.text, words);
      link.append(title, ' ', page, excerpt);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
}

async function search() {
  const typed = input.value.trim();
  const finder = await load();
  // Another key may have been pressed while the index was loading.
  if (typed !== input.value.trim()) return;
  const found = typed === '' ? [] : finder(typed);
  show(found, typed.toLowerCase().split(/\s+/));
  results.hidden = found.length === 0;
  const count = found.length === 1 ? '1 result' : `${found.length} results`;
  state.textContent = typed === '' ? '' : found.length === 0 ? 'Nothing found' : count;
  state.classList.toggle('empty', typed !== '' && found.length === 0);
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
    input.focus();
    void search();
  } else move(event);
});
input.addEventListener('focus', load);
input.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return;
  event.preventDefault();
  input.focus();
});
