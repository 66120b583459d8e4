import { go } from '../router.ts';
import { clock } from '../state/clock.ts';
import { momentHere } from '../state/zone.ts';
import type { Incident, Pass } from '../incidents/passes.ts';

const LANES_MAX = 60;
const LANE_PX = 16;
/** More lanes are so narrow that the picture is seen with the table below it, and have no room for names. */
const NAMED_MAX = 24;
const NARROW_PX = 7;
/** So many at once stand out as a stripe. */
const STRIPE_MIN = 3;
/** What is shorter would not be seen, in percent of the width. */
const SEEN_MIN = 0.6;

interface LanesProps {
  passes: readonly Pass[];
  /** Where the axis begins; null with the first incident. */
  from: number | null;
  /** What a press on an incident leads to. */
  pathOf: (monitor: string, number: number) => string;
}

/**
 * Incidents on one axis of time, a lane for each monitor: what fell at once is a stripe. It shows no more than the table
 * beside it, which is what is read out.
 */
export function Lanes({ passes, from, pathOf }: LanesProps) {
  const now = clock.value;
  const all = passes.flatMap(({ incidents }) => incidents);
  const start = from ?? Math.min(...all.map(({ down_since: since }) => Date.parse(since)));
  const names = new Map(all.map(({ endpoint_id: id, name }) => [id, name]));
  const lanes = [...names.keys()].slice(0, LANES_MAX);
  const percent = (at: number) => (100 * Math.max(0, at - start)) / Math.max(1, now - start);
  const at = (moment: number) => momentHere(moment);
  const isNamed = lanes.length <= NAMED_MAX;
  const lanePx = isNamed ? LANE_PX : NARROW_PX;
  const height = lanes.length * lanePx;
  return (
    <figure class={isNamed ? 'lanes' : 'lanes many'} aria-hidden="true">
      {isNamed && (
        <ol>
          {lanes.map((id) => (
            <li key={id}>{names.get(id)}</li>
          ))}
        </ol>
      )}
      <svg width="100%" height={height}>
        {passes.map(
          ({ at: opened, incidents }) =>
            new Set(incidents.map(({ endpoint_id: id }) => id)).size >= STRIPE_MIN && (
              <Bar key={opened} name="stripe" part={partOf(incidents, percent)} y={0} height={height} />
            ),
        )}
        {lanes.map((id, lane) => (
          <line key={id} x1="0" x2="100%" y1={(lane + 1) * lanePx} y2={(lane + 1) * lanePx} />
        ))}
        {all.map((each) => {
          const lane = lanes.indexOf(each.endpoint_id);
          if (lane < 0) return null;
          const part = partOf([each], percent);
          const y = lane * lanePx + 1;
          const path = pathOf(each.endpoint_id, each.number);
          return (
            <Bar key={path} name={each.state} part={part} y={y} height={lanePx - 2} of={{ ...each, path }} />
          );
        })}
      </svg>
      <figcaption>
        <span>{at(start)}</span>
        {!isNamed && <span>{names.size} monitors, one line each</span>}
        <span>now</span>
      </figcaption>
      {names.size > LANES_MAX && <p class="hint">{names.size - LANES_MAX} more are in the table.</p>}
    </figure>
  );
}

type Percent = readonly [x: number, width: number];

/** From the first beginning to the last of some incidents, or of one to its end. */
function partOf(incidents: readonly Incident[], percent: (at: number) => number): Percent {
  const begun = incidents.map(({ down_since: since }) => Date.parse(since));
  const [only] = incidents;
  const ended = incidents.length === 1 && only ? endOf(only) : Math.max(...begun);
  const x = Math.min(percent(Math.min(...begun)), 100 - SEEN_MIN);
  return [x, Math.max(SEEN_MIN, percent(ended) - x)];
}

function endOf(incident: Incident): number {
  return incident.state === 'open'
    ? clock.value
    : Date.parse(incident.down_since) + incident.downtime_sec * 1000;
}

interface BarProps {
  name: string;
  part: Percent;
  y: number;
  height: number;
  of?: { name: string; path: string };
}

function Bar({ name, part: [x, width], y, height, of }: BarProps) {
  const open = of && (() => go(of.path));
  return (
    <rect class={name} x={`${x}%`} width={`${width}%`} y={y} height={height} onClick={open}>
      {of && <title>{of.name}</title>}
    </rect>
  );
}
