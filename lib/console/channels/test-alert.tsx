import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { Button } from '../parts/button.tsx';
import { byWords } from '../words/told-by.ts';
import { useChannels } from '../api/use-channels.ts';

type Alert = Output<'sendTestAlert'>['alerts'][number];

const ASK_EVERY_MS = 2_000;
/** What takes longer is told by the list of deliveries. */
const ASKED_TIMES = 30;

const WORDS: Record<Alert['state'], string> = {
  pending: 'is on its way',
  sent: 'arrived',
  failed: 'did not arrive',
  skipped: 'was no longer needed',
  undeliverable: 'had nowhere to go',
  superseded: 'was replaced by a newer one',
};

/** Sends a marked test through every channel and shows what became of it. */
export function TestAlert({ id }: { id: string }) {
  const alerts = useSignal<readonly Alert[]>([]);
  const asked = useSignal(0);
  const send = async () => {
    alerts.value = (await call('sendTestAlert', { params: { id } })).alerts;
    asked.value = 0;
  };
  const owners = useChannels().value.value?.channels;
  const isPending = alerts.value.some(({ state }) => state === 'pending') && asked.value < ASKED_TIMES;
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => void refresh(), ASK_EVERY_MS);
    const refresh = async () => {
      const known = (await call('listAlerts', { params: { id } }).catch(() => null))?.alerts ?? [];
      alerts.value = alerts.value.map((each) => known.find((alert) => alert.id === each.id) ?? each);
      asked.value += 1;
    };
    return () => clearTimeout(timer);
  }, [isPending, asked.value]);
  return (
    <div class="test-alert">
      <Button icon="mail" onClick={send}>
        Send a test alert
      </Button>
      <div role="status" aria-label="Test alerts">
        <ul>
          {alerts.value.map((alert) => (
            <li
              key={alert.id}
              class={alert.state === 'sent' ? 'ok' : alert.state === 'pending' ? 'soft' : 'late'}
            >
              The test by <bdi>{byWords(alert, owners)}</bdi> {WORDS[alert.state]}.{' '}
              {alert.state !== 'sent' && alert.attempts.at(-1)?.detail}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
