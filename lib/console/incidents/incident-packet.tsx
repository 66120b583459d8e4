import type { Output } from '../api/operations.ts';
import { useRemote } from '../api/use-remote.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { runText } from '../words/relative-text.ts';
import { incidentPath } from './incident-words.ts';
import { Told } from './told.tsx';

type Packet = Output<'getIncident'>;

/** What is known of the open incident of a monitor. */
export function IncidentPacket({ id }: { id: string }) {
  const packet = useRemote('getIncident', { params: { id } });
  const value = packet.value.value;
  // It closes by itself; what was known of it stands in the list then.
  return value && <PacketOf id={id} value={value} />;
}

/** All that is known of an incident: why it is one, the last output, who was told, what else went down. */
export function PacketOf({ id, value }: { id: string; value: Packet }) {
  return (
    <div class={`packet ${value.incident.state}`}>
      <p>
        Down for <strong>{runText(value.incident.down_sec * 1000)}</strong>. {toldWords(value)}
        {value.incident.next_alert_at !== null && (
          <>
            {' '}
            Next reminder <RelativeTime at={value.incident.next_alert_at} />.
          </>
        )}
      </p>
      <p>{value.in_words}</p>
      {value.hint !== null && <p class="banner notice">{value.hint}</p>}
      {value.drifts.map(({ id: drift, text }) => (
        <p key={drift}>Noticed before: {text}</p>
      ))}
      {value.output?.tail != null && <CodeBlock text={value.output.tail} name="last output" />}
      <Told id={id} deliveries={value.deliveries} />
      <AlsoDown also={value.also_down} />
    </div>
  );
}

const OPENED_MAX = 5;

function AlsoDown({ also: { total, endpoints } }: { also: Packet['also_down'] }) {
  if (total === 0) return null;
  return (
    <details open={total <= OPENED_MAX}>
      <summary>{total} more went down with it</summary>
      <ul class="fell">
        {endpoints.map(({ endpoint_id: id, name, number }) => (
          <li key={id}>
            <a href={incidentPath(id, number)}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
        {total > endpoints.length && (
          <li>
            <a href="/app/incidents">and more</a>
          </li>
        )}
      </ul>
    </details>
  );
}

function toldWords({ incident: { alerts }, deliveries }: Packet): string {
  if (alerts === 0) return 'Nobody has been notified yet.';
  if (!deliveries.some(({ state }) => state === 'sent')) return 'No alert has reached anybody.';
  return alerts === 1 ? '1 alert sent.' : `${alerts} alerts sent.`;
}
