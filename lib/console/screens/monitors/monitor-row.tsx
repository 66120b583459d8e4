import { useEffect } from 'preact/hooks';
import { Menu } from '../../parts/menu.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { runText } from '../../words/relative-text.ts';
import { maintenanceHere } from '../../state/zone.ts';
import { ChannelMarks } from './channel-marks.tsx';
import { lookedUp, lookUp, type LookedUp } from './row-details.ts';
import type { Monitor, Row } from './monitor.ts';
import { menuOf } from './row-menu.ts';
import { isSelected, select } from './selection.ts';
import { inOrder } from './view.ts';
import { scheduleWords } from '../../../render/monitors/schedule-words.ts';
import { everyText } from '../../../render/time-text.ts';
import { signal } from '@preact/signals';

interface MonitorRowProps {
  row: Row;
  index: number;
}

export function MonitorRow({ row, index }: MonitorRowProps) {
  const { monitor, standing } = row;
  const { id, name, last_duration_ms: tookMs } = monitor;
  const isPicked = isSelected(id);
  return (
    <div class={isPicked ? 'row picked' : 'row'} role="row" aria-rowindex={index + 2}>
      <div role="cell" class="pick">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isPicked}
          disabled={!monitor.active}
          onChange={() => select([id], !isPicked)}
        />
      </div>
      <div role="cell">
        <StateBadge standing={standing} />
      </div>
      <div role="cell" class="who">
        <a href={`/app/monitors/${encodeURIComponent(id)}`} title={name}>
          <bdi>{name}</bdi>
        </a>
        <Under monitor={monitor} />
      </div>
      <div role="cell" class="last">
        <RelativeTime at={monitor.last_event_at} />
        {tookMs !== null && <small>took {runText(tookMs)}</small>}
      </div>
      {/* Narrow pages show less, and ask for less. */}
      {isWide.value && <WideCells row={row} />}
      <div role="cell" class="more">
        {monitor.active && <Menu name={`Actions for ${name}`} items={menuOf(monitor)} />}
      </div>
    </div>
  );
}

/** What its runs say, schedule and tags, below the name. */
function Under({ monitor }: { monitor: Monitor }) {
  return (
    <p class="under" title={monitor.tags.join(', ') || undefined}>
      <Mark monitor={monitor} />
      {monitor.maintenance && (
        <span class="tag" title={maintenanceHere(monitor.maintenance)}>
          in maintenance
        </span>
      )}
      <span class="schedule" title={monitor.cron ?? undefined}>
        {scheduleText(monitor)}
      </span>
      {inOrder(monitor.tags).map((tag) => (
        <span key={tag} class="tag">
          {tag}
        </span>
      ))}
    </p>
  );
}

/** Leads to the box that says more. */
function Mark({ monitor: { id, name, proposal, learning } }: { monitor: Monitor }) {
  if (!proposal && !learning) return null;
  const [word, more] = proposal
    ? ['proposal', proposal.text]
    : ['learns', `${learning?.runs} of ${learning?.of} runs seen`];
  return (
    <a
      class="runs-mark"
      href={`/app/monitors/${encodeURIComponent(id)}#runs-say`}
      title={more}
      aria-label={`${word} for ${name}: ${more}`}
    >
      {word}
    </a>
  );
}

function WideCells({ row: { monitor, dueAt } }: { row: Row }) {
  const found = lookedUp(monitor.id).value;
  useEffect(() => lookUp(monitor), [monitor]);
  return (
    <>
      <div role="cell" class="due">
        {monitor.state === 'paused' && <small>resumes</small>}
        <RelativeTime at={dueAt} none="–" />
      </div>
      <div role="cell" class="runs">
        <Runs found={found} />
      </div>
      <div role="cell" class="channels-of">
        <ChannelMarks monitor={monitor} failing={found?.failing ?? []} />
      </div>
    </>
  );
}

/** Oldest first, as one reads. */
function Runs({ found }: { found: LookedUp | null }) {
  const ended = (found?.runs ?? []).filter(({ outcome }) => outcome !== 'running').toReversed();
  if (ended.length === 0) return null;
  const failed = ended.filter(({ outcome }) => outcome === 'fail').length;
  const count = ended.length === 1 ? 'The last run' : `The last ${ended.length} runs`;
  const bars = ended.map(({ duration_ms: value, outcome }) => ({ value, isBad: outcome === 'fail' }));
  return <Sparkline bars={bars} name={`${count}: ${failed === 0 ? 'none' : failed} failed`} />;
}

const known = new Map<string, string>();

/** When a monitor expects its job, in words: `every 5 minutes`, `at 03:00 on Monday, in Europe/Berlin`. */
export function scheduleText({ cron, tz, interval_sec: intervalSec }: Monitor): string {
  if (cron === null) return everyText(intervalSec);
  const zone = tz ?? 'UTC';
  const words = known.get(`${cron} ${zone}`) ?? scheduleWords(cron, zone);
  known.set(`${cron} ${zone}`, words);
  return words;
}

const query = matchMedia('(min-width: 64rem)');

/** Whether there is room for all columns. */
export const isWide = signal(query.matches);

query.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});
