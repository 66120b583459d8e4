import { useRemote } from '../../api/use-remote.ts';
import { IncidentPacket } from '../../incidents/incident-packet.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { Table } from '../../parts/table.tsx';
import { clock } from '../../state/clock.ts';
import { maintenanceHere, momentHere } from '../../state/zone.ts';
import { dueAtOf } from '../../words/moments.ts';
import { runText } from '../../words/relative-text.ts';
import { expectedWords, statusWords } from '../../words/status-words.ts';
import { isTrouble } from '../../../domain/feed/standing.ts';
import { standingOfMonitor } from '../../words/attention-of.ts';
import { MonitorIncidents } from './monitor-incidents.tsx';
import type { Shown as ShownMonitor } from './monitor.ts';
import { RunsSay } from './runs-say/runs-say.tsx';
import { Runs } from './runs.tsx';

/** How a monitor stands, in words and numbers, and what it did lately. */
export function Overview({ shown }: { shown: ShownMonitor }) {
  const { value } = shown;
  const drawing = useLoaded(true, () => import('../../charts/pictures.ts'));
  const kind = isTrouble(standingOfMonitor(value)) ? 'late' : value.state;
  return (
    <>
      <p class={`status ${kind}`}>{statusWords(value, clock.value, momentHere)}</p>
      {value.maintenance && (
        <p class="banner notice">
          In maintenance: <bdi>{maintenanceHere(value.maintenance)}</bdi>. It sends no new alerts until then.{' '}
          <a href="/app/maintenance">Maintenance</a>
        </p>
      )}
      {value.incident && <IncidentPacket id={value.id} />}
      <RunsSay shown={shown} />
      <div class="uptime-place">{drawing && <drawing.UptimeBars id={value.id} />}</div>
      <Facts shown={shown} />
      {!value.threshold && <Runs id={value.id} duration={value.duration} />}
      {drawing && !value.threshold && <drawing.RunCalendar monitor={value} />}
      <MonitorIncidents id={value.id} isOpen={value.incident !== null} />
      <Months id={value.id} />
    </>
  );
}

function dueLabel(state: string, due: string | null): string {
  if (state === 'paused') return 'Resumes';
  return due !== null && Date.parse(due) < clock.value ? 'Was due' : 'Next due';
}

function Facts({ shown: { value } }: { shown: ShownMonitor }) {
  const due = dueAtOf(value);
  if (value.threshold)
    return (
      <p>
        A number of <a href={`/app/devices/${value.threshold.device_id}`}>its machine</a>, expected{' '}
        {expectedWords(value)}; an incident is over at {value.threshold.over_at}.
      </p>
    );
  return (
    <dl class="facts">
      <div>
        <dt>Expected</dt>
        <dd>{expectedWords(value)}</dd>
      </div>
      <div>
        <dt>Last success</dt>
        <dd>
          <RelativeTime at={value.last_event_at} />
        </dd>
      </div>
      <div>
        <dt>{dueLabel(value.state, due)}</dt>
        <dd>
          <RelativeTime at={due} none="after its next ping" />
        </dd>
      </div>
      <div>
        <dt>Last run</dt>
        <dd>{value.last_duration_ms === null ? 'not measured' : runText(value.last_duration_ms)}</dd>
      </div>
      <div>
        <dt>Misses</dt>
        <dd>{value.miss_count}</dd>
      </div>
      <div>
        <dt>Ping URL</dt>
        <dd>
          <CodeBlock text={value.ingest_url} name="ping URL" />
        </dd>
      </div>
    </dl>
  );
}

function Months({ id }: { id: string }) {
  const stats = useRemote('getStats', { params: { id } }, { isPolled: false });
  return (
    <section class="step">
      <h2>By month</h2>
      <Shown of={stats}>
        {({ months }) => (
          <Table
            name="By month"
            columns={[
              { label: 'Month' },
              { label: 'Up', isNumber: true },
              { label: 'Incidents', isNumber: true },
              { label: 'Down', isNumber: true },
            ]}
          >
            {months.toReversed().map(({ month, up_percent: up, incidents, down_sec: down }) => (
              <tr key={month}>
                <td>{monthWords(month)}</td>
                <td class="number">{up === null ? '–' : `${Math.floor(up * 100) / 100} %`}</td>
                <td class="number">{incidents ?? '–'}</td>
                <td class="number">{!down ? '–' : runText(down * 1000)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Shown>
    </section>
  );
}

/** `2027-03` as people say it; it is a month of UTC. */
function monthWords(month: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(Date.parse(`${month}-01`));
}
