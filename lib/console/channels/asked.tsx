import { DAY_MS } from '../../domain/calendar.ts';
import { call } from '../api/call.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notices.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { paid } from '../paying/paying.ts';
import { clock } from '../state/clock.ts';
import type { OwnersChannel } from '../words/told-by.ts';

interface AskedProps {
  channel: OwnersChannel;
  set: (channel: OwnersChannel) => void;
}

/** Of a channel of mail or texts whose address or number has not agreed: what that has said, and a button that asks it again. */
export function Asked({ channel: { id, to, consent, asked_at: askedAt }, set }: AskedProps) {
  if (to === undefined) return null;
  const ask = async () => {
    set(await paid((by) => call('patchChannel', { params: { id }, body: { to } }, by)));
  };
  if (consent === 'refused')
    return (
      <Notice kind="late">
        <bdi>{to}</bdi> declined alerts. Its owner can change that with the link we sent.
      </Notice>
    );
  if (consent === 'bounced')
    return (
      <Notice kind="late">
        Mail to <bdi>{to}</bdi> bounced, so we send nothing there.
      </Notice>
    );
  const mayAskAgain = askedAt != null && clock.value >= Date.parse(askedAt) + DAY_MS;
  return (
    <Notice>
      <bdi>{to}</bdi> has not confirmed yet, so we send nothing there. We asked{' '}
      <RelativeTime at={askedAt ?? null} />; the link in that message confirms.{' '}
      {mayAskAgain ? (
        <Button label={`Ask ${to} again`} onClick={ask}>
          Ask again
        </Button>
      ) : (
        'You can ask again a day after that.'
      )}
    </Notice>
  );
}
