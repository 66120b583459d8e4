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
        <bdi>{to}</bdi> wants no alerts. Its reader can change that by the link in what was sent.
      </Notice>
    );
  if (consent === 'bounced')
    return (
      <Notice kind="late">
        Mail to <bdi>{to}</bdi> came back: nothing is mailed there.
      </Notice>
    );
  const mayAskAgain = askedAt != null && clock.value >= Date.parse(askedAt) + DAY_MS;
  return (
    <Notice>
      <bdi>{to}</bdi> has not agreed yet, so nothing is sent there. It was asked{' '}
      <RelativeTime at={askedAt ?? null} />; its reader has to agree by the link in that.{' '}
      {mayAskAgain ? (
        <Button label={`Ask ${to} again`} onClick={ask}>
          Ask again
        </Button>
      ) : (
        'It can be asked again a day after that.'
      )}
    </Notice>
  );
}
