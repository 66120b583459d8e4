import { useSignal } from '@preact/signals';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Channels } from '../../channels/channels.tsx';
import { FirstChannel } from '../../channels/first-channel.tsx';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Title } from '../../parts/title.tsx';
import type { ScreenProps } from '../../screen.ts';
import { SnippetTabs } from '../../snippets/snippet-tabs.tsx';
import { standingOfMonitor } from '../../words/attention-of.ts';

type Monitor = Output<'getMonitor'>;

/** The way of a new monitor to its first ping, and to who hears about it. */
export function Screen({ params: { id = '' } }: ScreenProps) {
  const monitor = useRemote(
    'getMonitor',
    { params: { id } },
    // An address that is to agree may do so at any moment, too.
    { isAwaited: (each) => each.waiting_first_ping || each.alert_to_confirmed === false },
  );
  return (
    <Shown of={monitor} title="First ping">
      {(value) => (
        <>
          <Title text={value.name}>
            <StateBadge standing={standingOfMonitor(value)} />
          </Title>
          <FirstPing monitor={value} onPinged={() => monitor.reload()} />
          <section class="step">
            <h2>Who should be notified?</h2>
            <Channels
              key={value.id}
              monitor={value}
              onChanged={(changed) => {
                monitor.value.value = { ...value, ...changed };
                void monitor.reload();
              }}
            />
            <FirstChannel onAdded={() => monitor.reload()} />
          </section>
          <p class="actions">
            <a class="button main" href="/app">
              To your monitors
            </a>
          </p>
        </>
      )}
    </Shown>
  );
}

function FirstPing({ monitor, onPinged }: { monitor: Monitor; onPinged: () => Promise<void> }) {
  const { ingest_url: url, interval_sec: intervalSec, cron, tz, templates } = monitor;
  return (
    <section class="step">
      <h2>Add the ping to your job</h2>
      <p>
        Paste this where the job runs. The ping URL is <code>{url}</code>
        <Copy text={url} name="Copy ping URL" />
      </p>
      <SnippetTabs job={{ url, intervalSec, cron, tz, templates }} />
      <Heard monitor={monitor} onPinged={onPinged} />
    </section>
  );
}

function Heard({ monitor, onPinged }: { monitor: Monitor; onPinged: () => Promise<void> }) {
  const isSent = useSignal(false);
  const ping = async () => {
    await fetch(monitor.ingest_url, { method: 'POST', mode: 'no-cors' });
    isSent.value = true;
    await onPinged();
  };
  if (!monitor.waiting_first_ping)
    return (
      <p class="heard ok" role="status">
        <strong>It answered</strong> <RelativeTime at={monitor.last_event_at} />. From now on, silence raises
        an alert.
      </p>
    );
  return (
    <div class="heard waiting">
      <p role="status">
        <span class="pulse" aria-hidden="true" /> Waiting for the first ping. This page turns green by itself.
      </p>
      <Button kind="quiet" onClick={ping}>
        Ping now
      </Button>
    </div>
  );
}
