import { useRemote } from '../api/use-remote.ts';
import { clock } from '../state/clock.ts';
import { zone } from '../state/zone.ts';
import { runText } from '../words/relative-text.ts';
import { percentUp, uptimeDays, type UptimeDay } from '../../domain/statistics/uptime.ts';
import { midnightsTo } from './uptime.ts';

/** As many as the table of incidents below reads, so that both are one call. */
export const INCIDENTS_READ = '200';
const HEIGHT = 40;
const STEP = 10;
/** An incident of some minutes is seen, too. */
const SEEN_SHARE = 0.3;

/** The last 90 days of a monitor as bars, each with the part that it was down. */
export function UptimeBars({ id }: { id: string }) {
  const stats = useRemote('getStats', { params: { id } }, { isPolled: false }).value.value;
  const list = useRemote('listIncidents', { query: { monitor: id, limit: INCIDENTS_READ } }).value.value;
  if (!stats || !list) return null;
  const downs = list.incidents.map(({ down_since: since, downtime_sec: sec }) => {
    const from = Date.parse(since);
    return { from, to: from + sec * 1000 };
  });
  // What lies behind the oldest that was read is not known.
  const read = list.next_cursor === undefined ? 0 : Math.min(...downs.map(({ from }) => from));
  const watched = stats.watched_from === null ? clock.value : Date.parse(stats.watched_from);
  const bounds = { knownFrom: Math.max(read, watched), now: clock.value };
  return <Bars days={uptimeDays(midnightsTo(clock.value, zone.value), downs, bounds)} />;
}

function Bars({ days }: { days: readonly UptimeDay[] }) {
  const known = days.filter(({ knownMs }) => knownMs > 0);
  const downMs = days.reduce((sum, day) => sum + day.downMs, 0);
  if (known.length === 0) return <p class="hint">Uptime appears once there is some history.</p>;
  const words = `Up ${percentUp(known)} of the last ${known.length === 1 ? 'day' : `${known.length} days`}`;
  const down = downMs === 0 ? 'never down' : `down for ${runText(downMs)}`;
  const marked = known.filter((day) => day.downMs > 0).map(({ at }) => dayText(at));
  return (
    <figure class="uptime">
      <figcaption>
        <strong>{words}</strong>, {down}.
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${words}, ${marked.length === 0 ? down : `down on ${marked.join(', ')}`}`}
      >
        {days.map((day, at) => (
          <Bar key={day.at} day={day} x={at * STEP} />
        ))}
      </svg>
      <p class="ends soft" aria-hidden="true">
        <span>{dayText(days[0]?.at)}</span>
        <span>today</span>
      </p>
    </figure>
  );
}

function Bar({ day, x }: { day: UptimeDay; x: number }) {
  const { at, knownMs, downMs } = day;
  const share = downMs === 0 ? 0 : Math.max(SEEN_SHARE, downMs / knownMs);
  const words = knownMs === 0 ? 'not known' : `up ${percentUp([day])}`;
  return (
    <g>
      <title>
        {dayText(at)}: {words}
        {downMs > 0 && `, down for ${runText(downMs)}`}
      </title>
      <rect class={knownMs === 0 ? 'unknown' : 'ok'} x={x} width={STEP - 3} height={HEIGHT} />
      {share > 0 && (
        <rect class="late" x={x} width={STEP - 3} y={HEIGHT * (1 - share)} height={HEIGHT * share} />
      )}
    </g>
  );
}

const dayText = (at: number | undefined) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: zone.value }).format(at);
