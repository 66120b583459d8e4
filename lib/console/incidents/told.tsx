import { call } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { useChannels } from '../api/use-channels.ts';
import { useRemote } from '../api/use-remote.ts';
import { Button } from '../parts/button.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { paid } from '../paying/paying.ts';
import { showToast } from '../state/toasts.ts';
import { byWay, cameOf, isMissed, isUnagreed } from './delivery-words.ts';
import { byWords } from '../words/told-by.ts';

type Deliveries = Output<'getIncident'>['deliveries'];

interface ToldProps {
  /** The monitor. */
  id: string;
  deliveries: Deliveries;
  /** Where alerts can be sent again, which shows every attempt too. */
  onResent?: (() => Promise<void>) | undefined;
}

/** Who was notified of an incident, each way with what came of it, and how to mend what came of none. */
export function Told({ id, deliveries, onResent }: ToldProps) {
  if (deliveries.length === 0) return null;
  return (
    <ul aria-label="Who was notified">
      {byWay(deliveries).map((way) => (
        <Way key={way.at(-1)?.id} id={id} deliveries={way} onResent={onResent} />
      ))}
    </ul>
  );
}

function Way({ id, deliveries: way, onResent }: ToldProps) {
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
  const by = isOwn ? WAYS[first.channel] : byWords(first, owners);
  return (
    <li>
      <bdi>{by}</bdi>
      {address && (
        <>
          {' '}
          <bdi>{address}</bdi>
        </>
      )}
      : <span class={isMissed(way) ? 'trouble' : undefined}>{cameOf(way)}</span>
      {waits && !isOwn && (
        <>
          . <a href="/app/channels">Ask again</a>
        </>
      )}
      {waits && isOwn && monitor?.alert_to_confirmed === false && address && (
        <AskAgain id={id} to={address} />
      )}
      {onResent && <Attempts id={id} way={way} by={by} onResent={onResent} />}
    </li>
  );
}

const WAYS = { email: 'e-mail', webhook: 'webhook', none: '' };

interface AttemptsProps {
  id: string;
  way: Deliveries;
  by: string;
  onResent: () => Promise<void>;
}

function Attempts({ id, way, by, onResent }: AttemptsProps) {
  const last = way.find(({ state }) => state === 'sent' || state === 'failed');
  const attempts = way.flatMap((each) => each.attempts);
  const resend = async (alert: string) => {
    await call('resendAlert', { params: { id, alert } });
    await onResent();
  };
  return (
    <>
      {last && (
        <Button kind="quiet" label={`Send again by ${by}`} onClick={() => resend(last.id)}>
          Send again
        </Button>
      )}
      {attempts.length > 0 && (
        <details>
          <summary>{attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts`}</summary>
          <ul>
            {attempts.map(({ at, outcome, status, detail, duration_ms: ms }) => (
              <li key={at} class="soft">
                <RelativeTime at={at} />: {outcome}
                {status !== null && ` (${status})`}, {ms} ms. {detail}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

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
