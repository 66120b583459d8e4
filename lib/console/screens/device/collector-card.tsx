import { COLLECTORS } from '../../../domain/machines/collectors/collector.ts';
import type { Standing } from '../../../domain/feed/standing.ts';
import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Menu } from '../../parts/menu.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { leave } from '../../state/leaving.ts';
import { showError } from '../../state/toasts.ts';
import type { Channel } from '../devices/machines.ts';
import type { Detected, Made } from './machine.ts';
import { LIVE_FIELDS } from '../../../domain/machines/collectors/live.ts';
import { measureText } from '../../words/measure-text.ts';

const STATES: Record<Channel['state'], { standing: Standing; words: string }> = {
  waiting: { standing: 'waiting', words: 'Waiting' },
  connected: { standing: 'ok', words: 'Sending' },
  silent: { standing: 'inactive', words: 'Silent' },
  paused: { standing: 'paused', words: 'Paused' },
};

interface CardProps {
  of: Detected;
  channel: Channel;
  onSetup: (made: Made) => void;
}

/** A collector: how it stands, its last numbers, and what can be done with it. */
export function ChannelCard({ of, channel, onSetup }: CardProps) {
  const { collector, monitoring, state, paused, lastSeenAt } = channel;
  const { label } = COLLECTORS[collector];
  const isRotating = useSignal(false);
  const params = { id: of.device.id, collector };
  const close = () => {
    isRotating.value = false;
  };
  const rotate = async () => {
    onSetup(await call('createInput', { params, body: { collector, monitoring } }));
    close();
    await of.remote.reload();
  };
  const showSetup = async () => onSetup(await call('getInputSetup', { params }));
  return (
    <div class="gauge">
      <div class="gauge-head">
        <h3>{label}</h3>
        <StateBadge {...STATES[state]} />
        <span class="soft">
          last seen <RelativeTime at={lastSeenAt} />
        </span>
        <Menu
          name={`More for ${label}`}
          items={[
            { label: 'Show its setup', run: () => showSetup().catch(showError) },
            {
              label: paused ? 'Resume' : 'Pause',
              icon: paused ? 'play' : 'pause',
              run: () => turn(of, channel).catch(showError),
            },
            {
              label: 'Replace its credential',
              run: () => {
                isRotating.value = true;
              },
            },
            { label: 'Remove', icon: 'trash', isDanger: true, run: () => remove(of, channel) },
          ]}
        />
      </div>
      <LiveNumbers channel={channel} />
      {isRotating.value && (
        <Dialog title="Replace the credential?" onClose={close}>
          <p>The one that {label} has now stops working within a minute. You get a file with the new one.</p>
          <div class="actions">
            <Button kind="danger" onClick={rotate}>
              Replace it
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

async function turn({ collections, remote }: Detected, channel: Channel): Promise<void> {
  const { id, deviceRef, collector, paused } = channel;
  const inputs = collections.inputs.map((each) =>
    each.id === id
      ? { ...each, paused: !paused, state: paused ? ('waiting' as const) : ('paused' as const) }
      : each,
  );
  remote.value.value = { ...collections, inputs };
  try {
    await call('patchInput', { params: { id: deviceRef, collector }, body: { paused: !paused } });
  } finally {
    await remote.reload();
  }
}

function remove({ remote }: Detected, { id, deviceRef, collector }: Channel): void {
  leave(id, {
    text: `${COLLECTORS[collector].label} is removed. Delete its file from the machine, too.`,
    send: () => call('deleteInput', { params: { id: deviceRef, collector } }, { keepalive: true }),
    done: () => void remote.reload(),
  });
}

/** The last numbers of a collector. */
export function LiveNumbers({ channel: { live, notMeasured } }: { channel: Channel }) {
  const groups = Object.keys(LIVE_FIELDS) as (keyof typeof LIVE_FIELDS)[];
  return (
    <>
      {notMeasured.length > 0 && <p class="hint">Not measured: {notMeasured.join(', ')}.</p>}
      <dl class="now">
        {groups.flatMap((group) =>
          LIVE_FIELDS[group].flatMap(({ id, label, format }) => {
            const value = live[group]?.[id];
            if (value === undefined) return [];
            return (
              <div key={`${group}.${id}`}>
                <dt>{group === 'host' ? label : `${group}: ${label}`}</dt>
                <dd>{measureText(value, format)}</dd>
              </div>
            );
          }),
        )}
      </dl>
    </>
  );
}
