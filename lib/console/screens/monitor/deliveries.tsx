import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useChannels } from '../../api/use-channels.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { byWords } from '../../words/told-by.ts';

type Alert = Output<'listAlerts'>['alerts'][number];

const KINDS: Record<Alert['kind'], string> = {
  miss: 'Alert',
  recovery: 'Recovery',
  test: 'Test',
  blind: 'Pings not received',
  channel_failing: 'Channel failing',
};

/** Every alert of a monitor on each of its channels, with every attempt to deliver it. */
export function Deliveries({ id }: { id: string }) {
  const list = useRemote(
    'listAlerts',
    { params: { id } },
    { isAwaited: ({ alerts }) => alerts.some(({ state }) => state === 'pending') },
  );
  const owners = useChannels().value.value?.channels;
  return (
    <Shown of={list}>
      {({ alerts }) =>
        alerts.length === 0 ? (
          <Empty title="No alerts yet" />
        ) : (
          <ol class="deliveries" aria-label="Alerts">
            {alerts.map((alert) => (
              <Delivery
                key={alert.id}
                monitor={id}
                alert={alert}
                by={byWords(alert, owners)}
                onResent={list.reload}
              />
            ))}
          </ol>
        )
      }
    </Shown>
  );
}

interface DeliveryProps {
  monitor: string;
  alert: Alert;
  /** The channel that it went by. */
  by: string;
  onResent: () => Promise<void>;
}

function Delivery({ monitor, alert, by, onResent }: DeliveryProps) {
  const { attempts, state, kind } = alert;
  const resend = async () => {
    await call('resendAlert', { params: { id: monitor, alert: alert.id } });
    await onResent();
  };
  const canResend = state === 'sent' || state === 'failed';
  return (
    <li>
      <p>
        <strong>
          {KINDS[kind]} by <bdi>{by}</bdi>
        </strong>{' '}
        <span class={`outcome ${state}`}>{state}</span> <RelativeTime at={alert.created_at} />
        {canResend && (
          <Button kind="quiet" label={`Send again: ${KINDS[kind]} by ${by}`} onClick={resend}>
            Send again
          </Button>
        )}
      </p>
      {attempts.length > 0 && (
        <ul>
          {attempts.map(({ at, outcome, status, detail, duration_ms: ms }) => (
            <li key={at} class="soft">
              <RelativeTime at={at} />: {outcome}
              {status !== null && ` (${status})`}, {ms} ms. {detail}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
