import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { PacketOf } from '../../incidents/incident-packet.tsx';
import { REASONS } from '../../incidents/incident-words.ts';
import { NotSignedIn, NotYours } from '../../incidents/arrived.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Title } from '../../parts/title.tsx';
import type { ScreenProps } from '../../screen.ts';
import { momentHere } from '../../state/zone.ts';

type Packet = Output<'getIncident'>;

/** One incident, open or over: the address that alerts lead to. */
export function Screen({ params: { id = '', number = '' } }: ScreenProps) {
  const packet = useRemote('getIncident', { params: { id }, query: { number } });
  return (
    <Shown
      of={packet}
      title="Incident"
      nobody={<NotSignedIn what="incident" />}
      missing={<NotYours what="incident" />}
    >
      {(value) => (
        <>
          <Title text={`${value.name}, incident ${value.incident.number}`}>
            <StateBadge
              standing={value.incident.state === 'open' ? 'late' : 'ok'}
              words={value.incident.state === 'open' ? 'Open' : 'Over'}
            />
            <a class="button" href={`/app/monitors/${id}`}>
              View monitor
            </a>
          </Title>
          <p class="summary">{spanWords(value)}</p>
          <PacketOf id={id} value={value} />
        </>
      )}
    </Shown>
  );
}

/** `Failed Fri 27 Nov 01:31, over 01:49.`, in the zone of who reads it. */
function spanWords({ incident }: Packet): string {
  const { reason, state, down_since: since, closed_at: closed, maintenance } = incident;
  const until = state === 'open' ? 'open' : closed === null ? 'over' : `over ${momentHere(closed)}`;
  const began = maintenance === null ? '' : `, began during maintenance ${maintenance}`;
  const what = REASONS[reason];
  return `${what[0]?.toUpperCase()}${what.slice(1)} ${momentHere(since)}, ${until}${began}.`;
}
