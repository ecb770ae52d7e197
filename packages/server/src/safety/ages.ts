import type { Token } from './tokenize.ts';

const ADULT = 18;

const SPELLED_OUT = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn',
  '- un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize -',
  '- un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete',
  '- um dois - quatro - - sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete',
  '- uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette',
].map((names) => names.split(' '));

const AGES: ReadonlyMap<string, number> = new Map(
  SPELLED_OUT.flatMap((names) => names.map((name, age) => [name, age] as const)).filter(
    ([name]) => name !== '-',
  ),
);

/** Words after a number that make it an age, by themselves. */
const YEARS_OLD =
  /^(?:yo|yrold|yearold|yearsold|jahre|jahrig\w*|jaehrig\w*|ans|anos|anni|lat|letni\w*|yas\w*|лет|года?|летн\S*)$/;
/** With `old` or `of age` behind them. */
const YEARS = /^(?:y|yr|yrs|year|years)$/;
/** What is old and may well be young. */
const THINGS =
  /^(?:whisk|scotch|bourbon|wine|port$|rum$|cheese|balsamic|car$|house|tree|oak|bridge|building|bonsai|cognac|church|company)/;
/** Words before a number that make it somebody's age. */
const AGED =
  /^(?:age|aged|ages|looks|looking|girl|boy|teen|teenager|child|kid|alter|edad|eta|idade|wiek|junge|madchen|fille|garcon|nino|nina|menino|menina|ragazzo|ragazza|chica|chico)$/;
const EAST_ASIAN_YEARS = /^(?:歳|才|岁|歲|살|세)/u;
const GLUED = /^(\d{1,2})(yo|yrs?|yrold|yearold|yearsold|jahrige?r?s?|летн\S*)$/;

/** Positions of ages below 18, in words. */
export function minorAges(tokens: readonly Token[]): readonly number[] {
  return tokens.filter((_, index) => isMinorAge(tokens, index)).map(({ position }) => position);
}

function isMinorAge(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.spellings[0];
  if (word === undefined) return false;
  const glued = GLUED.exec(word);
  const age = glued ? Number(glued[1]) : ageIn(word);
  if (age === undefined || age >= ADULT) return false;
  const spelled = (offset: number): string => tokens[index + offset]?.spellings[0] ?? '';
  if (glued) return true;
  if (EAST_ASIAN_YEARS.test(tokens[index + 1]?.eastAsian ?? '')) return true;
  if (YEARS_OLD.test(spelled(1))) return true;
  if (YEARS.test(spelled(1)) && /^(?:olds?|o|of)$/.test(spelled(2))) return !THINGS.test(spelled(3));
  return isDigits(word) && AGED.test(spelled(-1));
}

function ageIn(word: string): number | undefined {
  return isDigits(word) ? Number(word) : AGES.get(word);
}

function isDigits(word: string): boolean {
  return /^\d{1,2}$/.test(word);
}
