import { useSignal } from '@preact/signals';
import { useChannels } from '../api/use-channels.ts';
import { Button } from '../parts/button.tsx';
import { keep, kept } from '../state/kept.ts';
import type { OwnersChannel } from '../words/told-by.ts';
import { AddChannel } from './add-channel.tsx';
import { hearsWords } from './channel-words.ts';
import { TestChannel } from './test-channel.tsx';

const KEPT_AS = 'rollcall-channel-asked';

/** Beside the first monitors: whether one channel should hear all. Not asked of who has one, nor again of who said no. */
export function FirstChannel({ onAdded }: { onAdded: () => unknown }) {
  const list = useChannels();
  const made = useSignal<OwnersChannel | null>(null);
  const isLeft = useSignal(kept('localStorage', KEPT_AS) !== null);
  const set = (channel: OwnersChannel) => {
    made.value = channel;
  };
  const added = async (channel: OwnersChannel) => {
    set(channel);
    await list.reload();
    await onAdded();
  };
  const leave = () => {
    keep('localStorage', KEPT_AS, '1');
    isLeft.value = true;
  };
  if (made.value)
    return (
      <div class="actions">
        <p role="status">
          <strong>
            <bdi>{made.value.name}</bdi>
          </strong>{' '}
          {hearsWords(made.value)}, including new ones.
        </p>
        <TestChannel channel={made.value} onTested={set} />
      </div>
    );
  if (list.value.value?.channels.length !== 0 || isLeft.value) return null;
  return (
    <details>
      <summary>Or add a channel for this and every future monitor</summary>
      <AddChannel onAdded={added} />
      <p class="actions">
        <Button kind="quiet" onClick={leave}>
          Don't ask again
        </Button>
      </p>
    </details>
  );
}
