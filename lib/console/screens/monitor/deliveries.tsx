import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { byCause, isOfIncident } from '../../incidents/delivery-words.ts';
import { incidentPath, REASONS } from '../../incidents/incident-words.ts';
import { Told } from '../../incidents/told.tsx';
import { Empty } from '../../parts/notices.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Shown } from '../../parts/shown.tsx';

type Alert = Output<'listAlerts'>['alerts'][number];

const KINDS: Partial<Record<Alert['kind'], string>> = {
  test: 'Test',
  blind: 'Pings not received',
  channel_failing: 'Channel failing',
};

/** The alerts of a monitor by what they tell: whom each way reached, and every attempt to deliver them. */
export function Deliveries({ id }: { id: string }) {
  const list = useRemote(
    'listAlerts',
    { params: { id } },
    { isAwaited: ({ alerts }) => alerts.some(({ state }) => state === 'pending') },
  );
  return (
    <Shown of={list}>
      {({ alerts }) =>
        alerts.length === 0 ? (
          <Empty title="No alerts yet" />
        ) : (
          <ol class="deliveries" aria-label="Alerts">
            {byCause(alerts).map((told) => (
              <li key={told.at(-1)?.id}>
                <Cause id={id} told={told} />
                <Told id={id} deliveries={told} onResent={list.reload} />
              </li>
            ))}
          </ol>
        )
      }
    </Shown>
  );
}

/** `Incident 16, failed Tue 24 Nov 03:02`. */
function Cause({ id, told }: { id: string; told: readonly Alert[] }) {
  const first = told.at(-1);
  return (
    first && (
      <p>
        {isOfIncident(first) ? (
          <>
            <a href={incidentPath(id, first.incident)}>Incident {first.incident}</a>, {REASONS[first.reason]}
          </>
        ) : (
          KINDS[first.kind]
        )}{' '}
        <Moment at={first.created_at} />
      </p>
    )
  );
}
