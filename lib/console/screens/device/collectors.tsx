import { useSignal } from '@preact/signals';
import { Button } from '../../parts/button.tsx';
import { place } from '../../router.ts';
import { ChannelCard } from './collector-card.tsx';
import { ChannelSetup } from './collector-setup.tsx';
import { ConnectCollector } from './connect-collector.tsx';
import type { Detected, Made } from './machine.ts';

/** The collectors of a machine that send here, and one more. */
export function Collectors({ of }: { of: Detected }) {
  const made = useSignal<Made | null>(null);
  const isConnecting = useSignal(place.value.query.get('for') === 'collector' && of.channels.length === 0);
  const onMade = (answer: Made) => {
    made.value = answer;
    isConnecting.value = false;
    void of.remote.reload();
  };
  return (
    <section class="step wide-step">
      <h2>Collectors</h2>
      <p class="hint">
        A collector already running there, such as collectd, Prometheus or Telegraf, can send its latest
        numbers here.
      </p>
      {of.channels.map((channel) => (
        <ChannelCard
          key={channel.id}
          of={of}
          channel={channel}
          onSetup={(answer) => {
            made.value = answer;
          }}
        />
      ))}
      {made.value && of.channels.some(({ id }) => id === made.value?.channel.id) && (
        <ChannelSetup
          made={made.value}
          onClose={() => {
            made.value = null;
          }}
        />
      )}
      {isConnecting.value ? (
        <ConnectCollector of={of} onMade={onMade} />
      ) : (
        <p class="actions">
          <Button
            icon="add"
            onClick={() => {
              isConnecting.value = true;
            }}
          >
            Connect a collector
          </Button>
        </p>
      )}
    </section>
  );
}
