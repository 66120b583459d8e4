import { useSignal } from '@preact/signals';
import { call, newKey } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { PauseUntil } from '../../parts/pause-until.tsx';
import { paid } from '../../paying/paying.ts';
import { go, setQuery } from '../../router.ts';
import { now } from '../../state/clock.ts';
import { showError, showToast } from '../../state/toasts.ts';
import { tellsSomebody } from '../../words/told-by.ts';
import { remove } from '../monitors/changes/actions.ts';
import type { Monitor, Shown } from './monitor.ts';

const MIN_MS = 60_000;
/** The longest that one can set; what is longer follows from the interval. */
const REPEAT_MAX_SEC = 2_592_000;
const PAUSES = [
  ['For 20 min', 20 * MIN_MS],
  ['For 8 h', 480 * MIN_MS],
  ['For a day', 1_440 * MIN_MS],
] as const;

/** What can be done to a monitor as a whole. */
export function MonitorActions({ shown }: { shown: Shown }) {
  const { value } = shown;
  if (!value.active) return null;
  const edit = () => setQuery({ tab: 'settings', show: null, day: null });
  const test = async () => {
    const { alerts } = await call('sendTestAlert', { params: { id: value.id } });
    showToast(alerts.length === 1 ? 'The test alert is on its way.' : 'The test alerts are on their way.');
    setQuery({ tab: 'deliveries', show: null, day: null });
  };
  const leave = () => {
    remove([value]);
    go('/app');
  };
  return (
    <>
      {!value.threshold && <PingNow shown={shown} />}
      {tellsSomebody(value) && (
        <Button icon="mail" onClick={test}>
          Test alert
        </Button>
      )}
      <Pause shown={shown} />
      <Button onClick={edit}>Edit</Button>
      {!value.threshold && (
        <Button icon="copy" onClick={() => duplicate(value)}>
          Duplicate
        </Button>
      )}
      <Menu
        name={`More for ${value.name}`}
        items={[{ label: 'Delete', icon: 'trash', isDanger: true, run: leave }]}
      />
    </>
  );
}

/** A ping from here is one of the job: it is asked for twice where it would end what is wrong. */
function PingNow({ shown: { value, reload } }: { shown: Shown }) {
  const ping = async () => {
    await fetch(value.ingest_url, { method: 'POST', mode: 'no-cors' });
    showToast('Pinged. It counts as a success.');
    await reload();
  };
  if (value.incident === null && value.state !== 'late') return <Button onClick={ping}>Ping now</Button>;
  return (
    <ConfirmButton
      label="Ping now"
      kind="plain"
      question="It counts as a success: the incident ends, and everyone notified hears that it recovered."
      onConfirm={ping}
    />
  );
}

function Pause({ shown: { value, set } }: { shown: Shown }) {
  const isUntil = useSignal(false);
  const pause = async (until: number | null) => {
    const iso = until === null ? null : new Date(until).toISOString();
    set(await call('patchMonitor', { params: { id: value.id }, body: { paused_until: iso } }));
  };
  const close = () => {
    isUntil.value = false;
  };
  const open = () => {
    isUntil.value = true;
  };
  return (
    <>
      {value.state === 'paused' && (
        <Button icon="play" onClick={() => pause(null)}>
          Resume
        </Button>
      )}
      <Menu
        name={`Pause ${value.name}`}
        text="Pause"
        icon="pause"
        items={[
          ...PAUSES.map(([label, ms]) => ({ label, run: () => pause(now() + ms).catch(showError) })),
          { label: 'Until …', run: open },
        ]}
      />
      {isUntil.value && (
        <PauseUntil what={value.name} onPause={(until) => pause(until).then(close)} onClose={close} />
      )}
    </>
  );
}

/** Another monitor with the same settings, which waits for its own first ping. */
async function duplicate(monitor: Monitor): Promise<void> {
  const { cron, tz, grace_sec: grace, interval_sec: interval, alert_repeat_sec: repeat } = monitor;
  const when = cron === null ? { interval_sec: interval } : { cron, tz, grace_sec: grace };
  const body = {
    ...when,
    name: `${monitor.name.slice(0, 75)} copy`,
    max_duration_sec: monitor.max_duration_sec,
    alert_after_failures: monitor.alert_after_failures,
    ...(repeat <= REPEAT_MAX_SEC && { alert_repeat_sec: repeat }),
    tags: [...monitor.tags],
    alert_to: monitor.alert_to,
    alert_url: monitor.alert_url,
  };
  const key = newKey();
  const made = await paid((by) => call('createMonitor', { body }, { key, ...by }));
  go(`/app/monitors/${made.id}/start`);
}
