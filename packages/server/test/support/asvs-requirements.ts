/** The ids of the requirements of ASVS 5.0, levels 1 and 2: by chapter, each section with its requirements. */
const CHAPTERS = {
  V1: '1: 1 2, 2: 1 2 3 4 5 6 7 8 9, 3: 1 2 3 4 5 6 7 8 9 10 11, 4: 1 2 3, 5: 1 2',
  V2: '1: 1 2 3, 2: 1 2 3, 3: 1 2 3 4, 4: 1',
  V3: '2: 1 2, 3: 1 2 3 4, 4: 1 2 3 4 5 6, 5: 1 2 3 4 5, 7: 1 2',
  V4: '1: 1 2 3, 2: 1, 3: 1 2, 4: 1 2 3 4',
  V5: '1: 1, 2: 1 2 3, 3: 1 2, 4: 1 2 3',
  V6: '1: 1 2 3, 2: 1 2 3 4 5 6 7 8 9 10 11 12, 3: 1 2 3 4, 4: 1 2 3 4, 5: 1 2 3 4 5, 6: 1 2 3, 8: 1 2 3 4',
  V7: '1: 1 2 3, 2: 1 2 3 4, 3: 1 2, 4: 1 2 3 4 5, 5: 1 2, 6: 1 2',
  V8: '1: 1 2, 2: 1 2 3, 3: 1, 4: 1',
  V9: '1: 1 2 3, 2: 1 2 3 4',
  V10: '1: 1 2, 2: 1 2, 3: 1 2 3 4, 4: 1 2 3 4 5 6 7 8 9 10 11, 5: 1 2 3 4 5, 6: 1 2, 7: 1 2 3',
  V11: '1: 1 2, 2: 1 2 3, 3: 1 2 3, 4: 1 2 3 4, 5: 1, 6: 1',
  V12: '1: 1 2 3, 2: 1 2, 3: 1 2 3 4',
  V13: '1: 1, 2: 1 2 3 4 5, 3: 1 2, 4: 1 2 3 4 5',
  V14: '1: 1 2, 2: 1 2 3 4, 3: 1 2 3',
  V15: '1: 1 2 3, 2: 1 2 3, 3: 1 2 3 4 5 6 7',
  V16: '1: 1, 2: 1 2 3 4 5, 3: 1 2 3 4, 4: 1 2 3, 5: 1 2 3',
  V17: '1: 1, 2: 1 2 3 4, 3: 1 2',
} as const;

export const ASVS_REQUIREMENTS: readonly string[] = Object.entries(CHAPTERS).flatMap(([chapter, sections]) =>
  sections.split(', ').flatMap((section) => {
    const [name, numbers = ''] = section.split(': ');
    return numbers.split(' ').map((number) => `${chapter}.${name}.${number}`);
  }),
);
