import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { AddChannel } from '../../channels/add-channel.tsx';
import { Asked } from '../../channels/asked.tsx';
import { EditChannel } from '../../channels/edit-channel.tsx';
import { TestChannel } from '../../channels/test-channel.tsx';
import { useChannels } from '../../api/use-channels.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Notice } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Title } from '../../parts/title.tsx';
import { momentHere } from '../../state/zone.ts';
import { showError } from '../../state/toasts.ts';
import { hearsWords, leadsWords } from '../../channels/channel-words.ts';
import type { OwnersChannel } from '../../words/told-by.ts';
import { LABELS } from '../../words/wire-words.ts';

/** Who hears all monitors, those there are and those there will be. */
export function Screen() {
  const list = useChannels();
  const shown = {
    set: (changed: OwnersChannel) => {
      const before = list.value.value;
      const channels = before?.channels ?? [];
      list.value.value = {
        ...before,
        channels: channels.map((each) => (each.id === changed.id ? changed : each)),
      };
    },
    reload: list.reload,
  };
  return (
    <>
      <Title text="Channels">
        <a class="button" href="/app/maintenance">
          Maintenance
        </a>
      </Title>
      <p>
        A channel notifies you about every monitor, present and future, in addition to each monitor's own
        settings.
      </p>
      <section class="step">
        <h2>Add a channel</h2>
        <AddChannel onAdded={list.reload} also={list.value.value} />
      </section>
      <Shown of={list} nobody={<></>}>
        {({ channels }) =>
          channels.map((channel) => <Channel key={channel.id} channel={channel} {...shown} />)
        }
      </Shown>
    </>
  );
}

interface ChannelProps {
  channel: OwnersChannel;
  /** Shows what it is by now. */
  set: (channel: OwnersChannel) => void;
  reload: () => Promise<void>;
}

function Channel({ channel, set, reload }: ChannelProps) {
  const { id, name, url } = channel;
  const isUrlShown = useSignal(false);
  const isEdited = useSignal(false);
  const showUrl = () => {
    isUrlShown.value = !isUrlShown.value;
  };
  const edit = () => {
    isEdited.value = !isEdited.value;
  };
  const remove = async () => {
    await call('deleteChannel', { params: { id } });
    await reload();
  };
  return (
    <section class="step" aria-label={name}>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p>
        <bdi>{leadsWords(channel)}</bdi> {hearsWords(channel)}.
      </p>
      {channel.consent === undefined || channel.consent === 'agreed' ? (
        <Standing channel={channel} />
      ) : (
        <Asked channel={channel} set={set} />
      )}
      {isUrlShown.value && url !== null && <CodeBlock text={url} name={`URL of ${name}`} />}
      {isEdited.value && <EditChannel key={id} channel={channel} onSaved={set} onClose={edit} />}
      <div class="actions">
        <Switch channel={channel} set={set} reload={reload} />
        <TestChannel channel={channel} onTested={set} />
        {url !== null && (
          <Button kind="quiet" label={`Show its URL: ${name}`} pressed={isUrlShown.value} onClick={showUrl}>
            Show its URL
          </Button>
        )}
        <Button label={`Change ${name}`} pressed={isEdited.value} onClick={edit}>
          Change
        </Button>
        <ConfirmButton
          label={`Remove ${name}`}
          question="It gets nothing more, not even what is queued. Monitors without another channel then notify nobody."
          onConfirm={remove}
        />
      </div>
    </section>
  );
}

/** What became of what it was told last. */
function Standing({ channel: { last, failing_since: since } }: Pick<ChannelProps, 'channel'>) {
  if (since !== null)
    return (
      <Notice kind="late">
        Failing since {momentHere(since)}. {last?.detail}
      </Notice>
    );
  if (last === null) return <p class="soft">Nothing sent yet. Send a test to see whether it arrives.</p>;
  if (!last.delivered)
    return (
      <p>
        The last one did not arrive, <RelativeTime at={last.at} />: {last.detail}
      </p>
    );
  return (
    <p>
      Arrived <RelativeTime at={last.at} />.
    </p>
  );
}

function Switch({ channel, set, reload }: ChannelProps) {
  const { id, name, on } = channel;
  const turn = async () => {
    set({ ...channel, on: !on });
    try {
      set(await call('patchChannel', { params: { id }, body: { on: !on } }));
    } catch (error) {
      set(channel);
      showError(error);
      await reload();
    }
  };
  return (
    <label class="check">
      <input
        type="checkbox"
        role="switch"
        aria-label={`${LABELS.on}: ${name}`}
        checked={on}
        onChange={turn}
      />
      {LABELS.on}
    </label>
  );
}
