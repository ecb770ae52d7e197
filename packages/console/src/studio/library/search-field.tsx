import { workSearchMax } from '@kinora/contract';
import { Search } from 'lucide-react';
import { useTypedWords } from '../../explore/use-explore-address.ts';
import classes from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly words: string;
  readonly onChange: (words: string) => void;
}

/** Words of prompts, each from its beginning. */
export function SearchField({ label, words, onChange }: SearchFieldProps) {
  const { typed, setTyped } = useTypedWords(words, onChange);
  return (
    <label className={classes.search}>
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={workSearchMax}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  );
}
