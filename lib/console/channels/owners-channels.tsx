import { useSignal } from '@preact/signals';
import { call } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { showError } from '../state/toasts.ts';
import { LABELS } from '../words/wire-words.ts';
import { useChannels } from '../api/use-channels.ts';

interface OwnersProps {
  monitor: Pick<Output<'getMonitor'>, 'id' | 'alert_channels' | 'channel_ids'>;
  onChanged: (monitor: Output<'patchMonitor'>) => void;
}

/** Which channels of the owner speak for a monitor, and whether they may. */
export function OwnersChannels({ monitor, onChanged }: OwnersProps) {
  const list = useChannels().value.value;
  if (list === null) return null;
  if (list.channels.length === 0)
    return (
      <p class="hint">
        <a href="/app/channels">Channels</a> notify you about every monitor, including new ones.
      </p>
    );
  const ids = monitor.channel_ids ?? [];
  const names = list.channels.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return (
    <div>
      <Switch monitor={monitor} onChanged={onChanged} />
      <p class="hint">
        {names.length === 0 ? (
          'None of your '
        ) : (
          <>
            Also notified: <bdi>{names.join(', ')}</bdi>. All{' '}
          </>
        )}
        <a href="/app/channels">channels</a>
        {names.length === 0 && ' are notified'}.
      </p>
    </div>
  );
}

function Switch({ monitor: { id, alert_channels: isOn }, onChanged }: OwnersProps) {
  const wanted = useSignal<boolean | null>(null);
  const turn = async () => {
    wanted.value = !isOn;
    try {
      onChanged(await call('patchMonitor', { params: { id }, body: { alert_channels: !isOn } }));
    } catch (error) {
      showError(error);
    }
    wanted.value = null;
  };
  return (
    <label class="check">
      <input type="checkbox" role="switch" checked={wanted.value ?? isOn} onChange={turn} />
      {LABELS.alert_channels}
    </label>
  );
}
