import { Icon } from '../../parts/icon.tsx';
import { useChannels } from '../../api/use-channels.ts';
import { isOrganization, tellsSomebody } from '../../words/told-by.ts';
import type { Monitor } from './monitor.ts';
import type { Failing } from './row-details.ts';

interface ChannelMark {
  icon: keyof typeof KINDS;
  address: string;
  /** What is not as it should be with it, in a sentence. */
  trouble?: string;
  kind: 'soft' | 'heed' | 'late';
}

/** What an icon says to who cannot see it. */
const KINDS = { mail: 'e-mail to', webhook: 'webhook at' } as const;
const NOBODY = 'Nobody is notified';

/** Who hears about a monitor: each channel with its address, and what is wrong with it. */
export function ChannelMarks({ monitor, failing }: { monitor: Monitor; failing: readonly Failing[] }) {
  const ids = monitor.channel_ids ?? [];
  if (!tellsSomebody(monitor))
    return (
      <span
        class="channel heed"
        title={monitor.alert_channels ? NOBODY : `${NOBODY}: channels are off for it`}
      >
        <Icon name="close" />
        nobody
      </span>
    );
  return (
    <>
      {marksOf(monitor, failing).map(({ icon, address, trouble, kind }) => (
        <span key={icon} class={`channel ${kind}`} title={trouble ? `${address}: ${trouble}` : address}>
          <Icon name={icon} />
          <span class="unseen">{KINDS[icon]} </span>
          <bdi>{address}</bdi>
          {trouble && <span class="unseen">: {trouble}</span>}
        </span>
      ))}
      {ids.length > 0 && <OwnersMark ids={ids} />}
    </>
  );
}

/** The channels of the owner that speak for it: the first one by its name, how many more, and all on hover. */
function OwnersMark({ ids }: { ids: readonly string[] }) {
  const channels = useChannels().value.value?.channels ?? [];
  const speaking = channels.filter(({ id }) => ids.includes(id));
  const failing = speaking.filter(({ failing_since: since }) => since !== null);
  const [first] = failing.length > 0 ? failing : speaking;
  const more = ids.length > 1 ? ` +${ids.length - 1}` : '';
  return (
    <span
      class={`channel ${failing.length > 0 ? 'late' : 'soft'}`}
      title={speaking.map(({ name }) => name).join(', ')}
    >
      <Icon name="link" />
      <span class="unseen">{ids.length === 1 ? 'channel' : 'channels'} </span>
      <bdi>
        {first?.name ?? 'channels'}
        {more}
      </bdi>
      {failing.length > 0 && <span class="unseen">: delivery is failing</span>}
    </span>
  );
}

function marksOf(monitor: Monitor, failing: readonly Failing[]): ChannelMark[] {
  const { alert_to: to, alert_url: url } = monitor;
  const marks: ChannelMark[] = [];
  if (to !== null) marks.push({ icon: 'mail', address: to, ...standingOf(failing, 'email', monitor) });
  if (url !== null)
    marks.push({ icon: 'webhook', address: hostOf(url), ...standingOf(failing, 'webhook', monitor) });
  return marks;
}

function standingOf(
  failing: readonly Failing[],
  channel: Failing['channel'],
  { alert_to: to, alert_to_confirmed: isConfirmed }: Monitor,
): Pick<ChannelMark, 'trouble' | 'kind'> {
  const failed = failing.find((each) => each.channel === channel && each.channel_id === undefined);
  if (failed) return { trouble: `delivery is failing. ${failed.detail}`, kind: 'late' };
  if (channel === 'email' && isConfirmed === false) {
    const trouble = isOrganization(to) ? 'all its people unsubscribed' : 'has not confirmed yet';
    return { trouble, kind: 'heed' };
  }
  return { kind: 'soft' };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
