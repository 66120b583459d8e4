import { useSignal } from '@preact/signals';
import { call, newKey } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { PauseUntil } from '../../parts/pause-until.tsx';
import { paid } from '../../paying/paying.ts';
import { go } from '../../router.ts';
import { now } from '../../state/clock.ts';
import { showError } from '../../state/toasts.ts';
import type { Monitor, Shown } from './monitor.ts';

const MIN_MS = 60_000;
/** The longest that one can set; what is longer follows from the interval. */
const REPEAT_MAX_SEC = 2_592_000;
const PAUSES = [
  ['Pause for 20 min', 20 * MIN_MS],
  ['Pause for 8 h', 480 * MIN_MS],
  ['Pause for a day', 1_440 * MIN_MS],
] as const;

/** What can be done to a monitor as a whole. */
export function MonitorActions({ shown }: { shown: Shown }) {
  const { value, set } = shown;
  const isUntil = useSignal(false);
  if (!value.active) return null;
  const pause = async (until: number | null) => {
    const iso = until === null ? null : new Date(until).toISOString();
    set(await call('patchMonitor', { params: { id: value.id }, body: { paused_until: iso } }));
  };
  const pauseFor = (ms: number) => pause(now() + ms).catch(showError);
  const close = () => {
    isUntil.value = false;
  };
  const leave = async () => {
    // Its list is where it is gone from, and comes next.
    const { remove } = await import('../monitors/monitors-screen.tsx');
    remove([value]);
    go('/app');
  };
  return (
    <>
      {value.state === 'paused' && (
        <Button icon="play" onClick={() => pause(null)}>
          Resume
        </Button>
      )}
      <Menu
        name={`More for ${value.name}`}
        items={[
          ...PAUSES.map(([label, ms]) => ({ label, icon: 'pause' as const, run: () => pauseFor(ms) })),
          {
            label: 'Pause until …',
            icon: 'pause',
            run: () => {
              isUntil.value = true;
            },
          },
          { label: 'Copy', icon: 'copy', run: () => copy(value).catch(showError) },
          { label: 'Delete', icon: 'trash', isDanger: true, run: () => leave().catch(showError) },
        ]}
      />
      {isUntil.value && (
        <PauseUntil what={value.name} onPause={(until) => pause(until).then(close)} onClose={close} />
      )}
    </>
  );
}

/** Another monitor with the same settings, which waits for its own first ping. */
async function copy(monitor: Monitor): Promise<void> {
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
