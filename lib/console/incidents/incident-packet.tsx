import type { Output } from '../api/operations.ts';
import { useRemote } from '../api/use-remote.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { runText } from '../words/relative-text.ts';

type Packet = Output<'getIncident'>;

/** All that is known of an open incident: why it is one, the last output, what else is down. */
export function IncidentPacket({ id }: { id: string }) {
  const packet = useRemote('getIncident', { params: { id } });
  const value = packet.value.value;
  // It closes by itself; what was known of it stands in the list then.
  if (value === null) return null;
  return (
    <div class="packet">
      <p>
        Down for <strong>{runText(value.incident.down_sec * 1000)}</strong>. {toldWords(value)}
        {value.incident.next_alert_at !== null && (
          <>
            {' '}
            Told again <RelativeTime at={value.incident.next_alert_at} />.
          </>
        )}
      </p>
      <p>{value.in_words}</p>
      {value.hint !== null && <p class="banner notice">{value.hint}</p>}
      {value.drifts.map(({ id: drift, text }) => (
        <p key={drift}>Noticed before it: {text}</p>
      ))}
      {value.output?.tail != null && <CodeBlock text={value.output.tail} name="last output" />}
      <AlsoDown also={value.also_down} />
    </div>
  );
}

function AlsoDown({ also: { total, endpoints } }: { also: Packet['also_down'] }) {
  if (total === 0) return null;
  return (
    <p>
      {total} more went down with it:{' '}
      {endpoints.map(({ endpoint_id: id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <a href={`/app/monitors/${id}`}>
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
      {total > endpoints.length && ' and others'}
    </p>
  );
}

function toldWords({ incident: { alerts }, deliveries }: Packet): string {
  if (alerts === 0) return 'Nobody was told yet.';
  if (!deliveries.some(({ state }) => state === 'sent')) return 'No alert of it has reached anybody.';
  return alerts === 1 ? 'Told once.' : `Told ${alerts} times.`;
}
