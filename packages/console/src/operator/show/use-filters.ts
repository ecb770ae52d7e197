import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { localOfIso } from './local-time.ts';

/** Filters that are kept in the address, so that a search can be shared and the back button undoes it. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const filters = Object.fromEntries(names.map((name) => [name, String(search[name] ?? '')])) as Record<
    Name,
    string
  >;
  const setFilters = (changed: Partial<Record<Name, string>>) => {
    const all = Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(all), replace: true } as never);
  };
  return [filters, setFilters] as const;
}

/** What is typed into the filters before the search; follows the address when it changes, as by the back button. */
export function useTyped<Name extends string>(filters: Readonly<Record<Name, string>>) {
  const found = JSON.stringify(filters);
  const [typed, setTyped] = useState(() => typedOf(filters));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filters are compared by their values.
  useEffect(() => setTyped(typedOf(filters)), [found]);
  return [typed, setTyped] as const;
}

function typedOf<Name extends string>(filters: Readonly<Record<Name, string>>): Record<Name, string> {
  const fields = Object.entries<string>(filters).map(([name, value]) => [
    name,
    name === 'from' || name === 'to' ? localOfIso(value) : value,
  ]);
  return Object.fromEntries(fields) as Record<Name, string>;
}
