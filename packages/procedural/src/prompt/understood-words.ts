import { namedColour } from './colour-words.ts';
import type { Hit } from './lexicon.ts';
import { COUNTS, type Found, findAll, parsePrompt } from './parse-prompt.ts';
import type { Scene } from './scene.ts';

/**
 * The words of a prompt that decide what is drawn, in their order, those that follow each other as one phrase. Pure, and
 * without anything that draws: the console bundles it, to say of a result what the engine made of its prompt.
 */
export function understoodWords(prompt: string): readonly string[] {
  const scene = parsePrompt(prompt, 0);
  const places = new Set([...placesOf(findAll(scene.words), scene), ...placesOfColours(scene)]);
  const phrases: string[][] = [];
  scene.words.forEach((word, at) => {
    if (!places.has(at)) return;
    if (places.has(at - 1)) phrases.at(-1)?.push(word);
    else phrases.push([word]);
  });
  return [...new Set(phrases.map((words) => words.join(' ')))];
}

/** Where words are that chose a part of the scene; what was found and lost to something else is not among them. */
function placesOf(found: Found, scene: Scene): readonly number[] {
  const kinds = new Set<string>(scene.subjects.map(({ kind }) => kind));
  const subjects = found.subject.filter(({ value }) => kinds.has(value));
  const hits: readonly Hit<string>[] = [
    ...subjects,
    ...found.backdrop.filter(({ value }) => value === scene.backdrop || value === scene.farBackdrop),
    ...found.feature.filter(({ value }) => scene.features.includes(value)),
    ...found.weather.filter(({ value }) => value === scene.weather),
    ...found.time.slice(0, 1),
    ...found.mood.slice(0, 1),
    ...found.medium.filter(({ value }) => value === scene.medium),
    ...found.shot.slice(0, 1),
    ...found.move.slice(0, 1),
    ...found.pace.slice(0, 1),
    ...found.timelapse,
  ];
  const counts = subjects.flatMap(({ at }) =>
    [at - 1, at - 2, at - 3].filter((before) => COUNTS.has(scene.words[before] ?? '')),
  );
  return [...hits.flatMap(({ at, length }) => Array.from({ length }, (_, word) => at + word)), ...counts];
}

function placesOfColours({ words, colours, subjects }: Scene): readonly number[] {
  const used = new Set([...colours, ...subjects.map(({ colour }) => colour)]);
  return words.flatMap((word, at) => {
    const colour = namedColour(word);
    return colour !== undefined && used.has(colour) ? [at] : [];
  });
}
