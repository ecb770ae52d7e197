import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { isoOfLocal, localOfIso } from './local-time.ts';

/** Filters that are kept in the address, so that a search can be shared and the back button undoes it. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [query, setQuery] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const setFilters = (changed: Partial<Record<Name, string>>) => {
    const all = Object.entries<string>({ ...filters, ...changed });
    setQuery(all.filter(([, value]) => value !== ''));
  };
  return [filters, setFilters] as const;
}

/**
 * The form of the filters: `field(name)` for its inputs, and what is done when it is sent. What is typed follows the
 * address when that changes, as by the back button.
 */
export function useFilterForm<Name extends string>(
  filters: Readonly<Record<Name, string>>,
  onSearch: (filters: Record<Name, string>) => void,
) {
  const found = JSON.stringify(filters);
  const [typed, setTyped] = useState(() => typedOf(filters));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filters are compared by their values.
  useEffect(() => setTyped(typedOf(filters)), [found]);
  const field = (name: Name) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const sent = Object.entries<string>(typed).map(([name, value]) => [
      name,
      isTime(name) ? isoOfLocal(value) : value.trim(),
    ]);
    onSearch(Object.fromEntries(sent));
  };
  return { field, onSubmit };
}

const isTime = (name: string): boolean => name === 'from' || name === 'to';

function typedOf<Name extends string>(filters: Readonly<Record<Name, string>>): Record<Name, string> {
  const fields = Object.entries<string>(filters).map(([name, value]) => [
    name,
    isTime(name) ? localOfIso(value) : value,
  ]);
  return Object.fromEntries(fields) as Record<Name, string>;
}
