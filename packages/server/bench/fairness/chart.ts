/** Bars side by side, as an SVG that reads on light and on dark pages. */
export interface Bars {
  readonly title: string;
  readonly unit: string;
  readonly series: readonly [before: string, after: string];
  readonly groups: readonly { readonly name: string; readonly values: readonly [number, number] }[];
}

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 24;
const TOP = 64;
const FLOOR = HEIGHT - 40;
const BAR = 44;
const COLOURS = ['#8a94a6', '#2f6fde'] as const;

export function drawBars({ title, unit, series, groups }: Bars): string {
  const most = Math.max(1, ...groups.flatMap(({ values }) => values));
  const step = (WIDTH - 2 * LEFT) / groups.length;
  const bars = groups.flatMap(({ name, values }, at) => {
    const middle = LEFT + step * (at + 0.5);
    return [
      text(middle, HEIGHT - 16, name, 'middle'),
      ...values.flatMap((value, which) => {
        const height = (value / most) * (FLOOR - TOP);
        const x = middle + (which === 0 ? -BAR - 2 : 2);
        return [
          `<rect x="${round(x)}" y="${round(FLOOR - height)}" width="${BAR}" height="${round(height)}" fill="${COLOURS[which]}"/>`,
          text(x + BAR / 2, FLOOR - height - 6, Math.round(value).toLocaleString('en-US'), 'middle'),
        ];
      }),
    ];
  });
  const legend = series.flatMap((name, which) => [
    `<rect x="${LEFT + which * 160}" y="34" width="10" height="10" fill="${COLOURS[which]}"/>`,
    text(LEFT + which * 160 + 16, 43, name, 'start'),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">`,
    '<title>Mean wait of the other accounts’ images, with and without a flood of one account</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="22" font-size="14" fill="#1c2430">${title}, ${unit}</text>`,
    ...legend,
    `<path d="M${LEFT} ${FLOOR}H${WIDTH - LEFT}" stroke="#1c2430"/>`,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

const round = (value: number): number => Math.round(value * 10) / 10;

function text(x: number, y: number, content: string, anchor: 'start' | 'middle'): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="#1c2430">${content}</text>`;
}
