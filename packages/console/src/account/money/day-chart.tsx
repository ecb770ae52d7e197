import { Stack, Table, Text, Title } from '@mantine/core';
import { useId } from 'react';
import classes from './day-chart.module.css';

export interface Series {
  readonly name: string;
  /** A value for each day of the month. */
  readonly values: readonly number[];
}

interface DayChartProps {
  readonly title: string;
  /** First day of the month. */
  readonly month: string;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

const HEIGHT = 100;
const GAP = 0.25;

/** Stacked bars, one for each day of a month, with the same figures as a table behind them. */
export function DayChart({ title, month, series, format }: DayChartProps) {
  const titleId = useId();
  const days = series[0]?.values.length ?? 0;
  const totals = Array.from({ length: days }, (_, day) => sum(series.map(({ values }) => values[day] ?? 0)));
  const max = Math.max(...totals, 0);
  const busiest = totals.indexOf(max) + 1;
  const summary = `${title}: ${format(sum(totals))} in all; the most, ${format(max)}, on day ${busiest}.`;
  return (
    <Stack gap="xs" component="section" aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={3} size="h5" id={titleId}>
          {title}
        </Title>
        <Text size="sm" fw={600}>
          {format(sum(totals))}
        </Text>
      </div>
      <div className={classes.plot}>
        <Text size="xs" c="dimmed" className={classes.max}>
          {format(max)}
        </Text>
        <svg
          className={classes.bars}
          viewBox={`0 0 ${days} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
        >
          {totals.map((_, day) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its place.
            <Bar key={day} day={day} series={series} max={max} format={format} />
          ))}
        </svg>
      </div>
      <div className={classes.axis} aria-hidden="true">
        <span>1</span>
        <span>{Math.ceil(days / 2)}</span>
        <span>{days}</span>
      </div>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ name }, at) => (
            <li key={name}>
              <span className={classes.swatch} data-series={at} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      <DayTable title={title} month={month} series={series} format={format} />
    </Stack>
  );
}

interface BarProps extends Pick<DayChartProps, 'series' | 'format'> {
  readonly day: number;
  readonly max: number;
}

/** The parts of a day, one on the other. */
function Bar({ day, series, max, format }: BarProps) {
  const parts = series.map(({ values }) => values[day] ?? 0);
  return parts.map((value, at) => {
    const below = sum(parts.slice(0, at));
    const height = max === 0 ? 0 : (value / max) * HEIGHT;
    const name = series[at]?.name ?? '';
    return (
      <rect
        key={name}
        className={classes.bar}
        data-series={at}
        x={day + GAP / 2}
        width={1 - GAP}
        y={HEIGHT - (max === 0 ? 0 : (below / max) * HEIGHT) - height}
        height={height}
      >
        <title>{`Day ${day + 1}, ${name}: ${format(value)}`}</title>
      </rect>
    );
  });
}

function DayTable({ title, month, series, format }: DayChartProps) {
  const days = series[0]?.values.length ?? 0;
  const used = Array.from({ length: days }, (_, day) => day).filter((day) =>
    series.some(({ values }) => (values[day] ?? 0) > 0),
  );
  return (
    <details className={classes.table}>
      <summary>{title} as a table</summary>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day (UTC)</Table.Th>
            {series.map(({ name }) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {used.map((day) => (
            <Table.Tr key={day}>
              <Table.Th
                scope="row"
                fw={400}
              >{`${month.slice(0, 8)}${String(day + 1).padStart(2, '0')}`}</Table.Th>
              {series.map(({ name, values }) => (
                <Table.Td key={name}>{format(values[day] ?? 0)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
