import { useSignal } from '@preact/signals';
import { AddChannel } from '../../channels/add-channel.tsx';
import { TestChannel } from '../../channels/test-channel.tsx';
import { useChannels } from '../../api/use-channels.ts';
import { Button } from '../../parts/button.tsx';
import { hearsWords } from '../../channels/channel-words.ts';
import { MailtoProposals } from './mailto-proposals.tsx';
import type { mailtoGroups } from './mailtos.ts';
import type { OwnersChannel } from '../../words/told-by.ts';

interface WhoProps {
  /** Of the jobs that are watched. */
  count: number;
  /** Whom cron mails what some of them print. */
  groups?: ReturnType<typeof mailtoGroups>;
}

/** Of jobs that are watched: one hook for all of them, not asked of who has a channel, and whom cron mails. */
export function WhoHears({ count, groups = new Map() }: WhoProps) {
  const list = useChannels().value.value;
  const made = useSignal<OwnersChannel | null>(null);
  const isLeft = useSignal(false);
  const set = (channel: OwnersChannel) => {
    made.value = channel;
  };
  const leave = () => {
    isLeft.value = true;
  };
  const isAsked = list?.channels.length === 0 && !isLeft.value;
  if (made.value === null && !isAsked && groups.size === 0) return null;
  return (
    <section class="step">
      <h2>{count === 1 ? 'Who should be notified?' : `Who should be notified about these ${count}?`}</h2>
      <MailtoProposals groups={groups} />
      {made.value ? (
        <>
          <p role="status">
            <strong>
              <bdi>{made.value.name}</bdi>
            </strong>{' '}
            {hearsWords(made.value)}, including new ones. <a href="/app/channels">All channels</a>
          </p>
          <div class="actions">
            <TestChannel channel={made.value} onTested={set} />
          </div>
        </>
      ) : (
        isAsked && (
          <>
            <p>One channel covers all of them and every future monitor.</p>
            <AddChannel onAdded={set} />
            <p class="actions">
              <Button kind="quiet" onClick={leave}>
                Not now
              </Button>
            </p>
          </>
        )
      )}
    </section>
  );
}
