import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RefObject } from 'preact';
import { ROLL_ORDER } from '../../../domain/feed/roll-order.ts';
import { isTrouble, type Standing } from '../../../domain/feed/standing.ts';
import type { StandingCounts } from '../../../render/feed/headline.ts';
import { Icon } from '../../parts/icon.tsx';
import { setQuery } from '../../router.ts';
import { queryOf, SORTS, toggled, type Sort, type TagCount, type View } from './view.ts';

interface ToolbarProps {
  view: View;
  counts: StandingCounts;
  tags: readonly TagCount[];
  /** How many are in maintenance now. */
  inMaintenance: number;
  search: RefObject<HTMLInputElement | null>;
}

const TYPED_MS = 120;

export function show(view: View): void {
  setQuery(queryOf(view));
}

/** What is shown of the monitors: search, how they stand, tags, and the order. All of it is in the address. */
export function Toolbar({ view, counts, tags, inMaintenance, search }: ToolbarProps) {
  return (
    <div class="toolbar" role="search" aria-label="Monitors">
      <Search view={view} search={search} />
      <div class="chips" role="group" aria-label="By state">
        {ROLL_ORDER.filter((standing) => counts[standing] > 0).map((standing) => (
          <Chip
            key={standing}
            text={standing}
            count={counts[standing]}
            colour={standing}
            isOn={view.standings.includes(standing)}
            onClick={() => show({ ...view, standings: toggled(view.standings, standing) })}
          />
        ))}
        {(inMaintenance > 0 || view.inMaintenance) && (
          <Chip
            text="in maintenance"
            count={inMaintenance}
            colour="paused"
            isOn={view.inMaintenance}
            onClick={() => show({ ...view, inMaintenance: !view.inMaintenance })}
          />
        )}
      </div>
      <label class="sort">
        <span>Sort</span>
        <select
          aria-label="Sort"
          value={view.sort}
          onChange={({ currentTarget }) => show({ ...view, sort: currentTarget.value as Sort })}
        >
          {Object.entries(SORTS).map(([sort, words]) => (
            <option key={sort} value={sort}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {tags.length > 0 && (
        <div class="chips tags" role="group" aria-label="By tag">
          {tags.map(({ tag, count, worst }) => (
            <Chip
              key={tag}
              text={tag}
              count={count}
              colour={worst}
              isOn={view.tags.includes(tag)}
              onClick={() => show({ ...view, tags: toggled(view.tags, tag) })}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function Search({ view, search }: Pick<ToolbarProps, 'view' | 'search'>) {
  const typed = useSignal<string | null>(null);
  useEffect(() => {
    if (typed.value === null) return;
    const timer = setTimeout(() => {
      setQuery({ q: typed.value });
      typed.value = null;
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={search}
        type="search"
        aria-label="Search monitors"
        placeholder="Search"
        value={typed.value ?? view.search}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
        }}
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      />
    </div>
  );
}

interface ChipProps {
  text: string;
  count: number;
  colour: Standing;
  isOn: boolean;
  onClick: () => void;
}

function Chip({ text, count, colour, isOn, onClick }: ChipProps) {
  return (
    <button
      class={`chip ${isTrouble(colour) ? 'late' : colour}`}
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
    >
      {text} <span class="count">{count}</span>
    </button>
  );
}
