import { useNavigate, useSearch } from '@tanstack/react-router';

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
