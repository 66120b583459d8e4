import { call } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { useChannels } from '../api/use-channels.ts';
import { useRemote } from '../api/use-remote.ts';
import { Button } from '../parts/button.tsx';
import { paid } from '../paying/paying.ts';
import { showToast } from '../state/toasts.ts';
import { byWay, cameOf, isUnagreed } from './delivery-words.ts';
import { byWords } from '../words/told-by.ts';

type Deliveries = Output<'getIncident'>['deliveries'];

/** Who was notified of an incident, each way with what came of it, and how to mend what came of none. */
export function Told({ id, deliveries }: { id: string; deliveries: Deliveries }) {
  if (deliveries.length === 0) return null;
  return (
    <ul aria-label="Who was notified">
      {byWay(deliveries).map((way) => (
        <Way key={way[0]?.id} id={id} way={way} />
      ))}
    </ul>
  );
}

function Way({ id, way }: { id: string; way: Deliveries }) {
  const owners = useChannels().value.value?.channels;
  const monitor = useRemote('getMonitor', { params: { id } }).value.value;
  const [first] = way;
  if (!first) return null;
  if (first.channel === 'none')
    return (
      <li>
        Nobody was notified: this monitor has no alert channel.{' '}
        <a href={`/app/monitors/${id}?tab=settings`}>Add one</a>
      </li>
    );
  const isOwn = first.channel_id === undefined;
  const address = isOwn && (first.channel === 'email' ? monitor?.alert_to : hostOf(monitor?.alert_url));
  const waits = isUnagreed(way);
  return (
    <li>
      <bdi>{isOwn ? WAYS[first.channel] : byWords(first, owners)}</bdi>
      {address && (
        <>
          {' '}
          <bdi>{address}</bdi>
        </>
      )}
      : {cameOf(way)}
      {waits && !isOwn && (
        <>
          . <a href="/app/channels">Ask again</a>
        </>
      )}
      {waits && isOwn && monitor?.alert_to_confirmed === false && address && (
        <AskAgain id={id} to={address} />
      )}
    </li>
  );
}

const WAYS = { email: 'e-mail', webhook: 'webhook', none: '' };

function AskAgain({ id, to }: { id: string; to: string }) {
  const ask = async () => {
    await paid((by) => call('patchMonitor', { params: { id }, body: { alert_to: to } }, by));
    showToast(
      `We asked ${to} again, unless we did so within the last day. The link in that message confirms.`,
    );
  };
  return (
    <Button kind="quiet" label={`Ask ${to} again`} onClick={ask}>
      Ask again
    </Button>
  );
}

/** The path of a hook is a secret. */
function hostOf(url: string | null | undefined): string | null {
  return url == null ? null : new URL(url).host;
}
