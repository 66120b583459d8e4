import { DAY_MS } from '../../../../domain/calendar.ts';
import { TextField } from '../../../parts/form/text-field.tsx';
import { inQuery, place, setQuery } from '../../../router.ts';
import { now } from '../../../state/clock.ts';
import { instantOf, localInput } from '../../../state/local-input.ts';
import type { RunRow } from './run-rows.ts';

/** Which runs are shown. */
const FILTERS = ['all', 'failed', 'late', 'output'] as const;
type Filter = (typeof FILTERS)[number];

const WORDS: Record<Filter, string> = {
  all: 'All',
  failed: 'Failures',
  late: 'Late',
  output: 'With output',
};

/** The runs that are chosen in the address, and how many there are of each choice. Without their times none is late. */
export function chosenOf(rows: readonly RunRow[], times?: ReadonlyMap<string, { lateMs: number }>) {
  const matching: Record<Filter, (row: RunRow) => boolean> = {
    all: () => true,
    failed: ({ kind }) => kind === 'fail',
    late: ({ id }) => (times?.get(id)?.lateMs ?? 0) > 0,
    output: ({ outputOf }) => outputOf !== null,
  };
  const asked = place.value.query.get('show');
  const chosen = FILTERS.find((filter) => filter === asked) ?? 'all';
  const known = FILTERS.filter((filter) => filter !== 'late' || times !== undefined);
  return {
    chosen,
    counts: known.map((filter) => [filter, rows.filter(matching[filter]).length] as const),
    filtered: rows.filter(matching[chosen]),
  };
}

interface RunFiltersProps {
  chosen: Filter;
  /** Of what was read so far. */
  counts: readonly (readonly [Filter, number])[];
  typed: { value: string };
}

/** Chooses among runs: how they went, up to which day, and what they said. */
export function RunFilters({ chosen, counts, typed }: RunFiltersProps) {
  return (
    <div class="run-filters">
      <div class="chips" role="group" aria-label="Which runs">
        {counts.map(([filter, count]) => (
          <button
            key={filter}
            type="button"
            class="chip"
            aria-pressed={filter === chosen}
            onClick={() => setQuery({ show: filter === 'all' ? null : filter })}
          >
            {WORDS[filter]} <span class="count">{count}</span>
          </button>
        ))}
      </div>
      <TextField
        label="Until the end of"
        text={inQuery('day')}
        input={{ type: 'date', max: localInput(now()).slice(0, 10) }}
      />
      <TextField label="Search first lines" text={typed} input={{ type: 'search' }} />
    </div>
  );
}

/** The midnight in the person's zone at which a day such as `2027-03-02` is over, in ISO 8601; null for what is none. */
export function endOfDay(day: string): string | null {
  const begin = Date.parse(day);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(begin)) return null;
  const next = new Date(begin + DAY_MS).toISOString().slice(0, 10);
  return new Date(instantOf(`${next}T00:00`)).toISOString();
}
