import { gone, viewer } from '../api/viewer.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notices.tsx';
import { durationText } from '../../render/time-text.ts';
import { aheadSec } from '../state/clock.ts';
import { isOnline } from '../state/network.ts';

/** What holds for the whole page: no network, or it is no longer the view of whoever looks at it. */
export function Banners() {
  return (
    <div class="banners" aria-live="polite">
      {!isOnline.value && (
        <Notice>You are offline. What you see is as it last came; it goes on by itself.</Notice>
      )}
      {aheadSec.value > 0 && <Ahead />}
      {gone.value !== null && <Gone />}
    </div>
  );
}

function Ahead() {
  return (
    <Notice>
      The clock of this service was moved: it is {durationText(aheadSec.value)} ahead of real time, so jobs
      that call by real time look late. <a href="/_local">Set it right</a>
    </Notice>
  );
}

function Gone() {
  if (gone.value === 'no-member')
    return (
      <Notice>
        This page was for an organization that is not open to you: you are no member, or it is switched off.{' '}
        <Button onClick={() => location.reload()}>Show mine</Button>
      </Notice>
    );
  if (gone.value === 'changed')
    return (
      <Notice>
        In another tab somebody else signed in or out, so this page shows what is no longer theirs.{' '}
        <Button onClick={() => location.reload()}>Show mine</Button>
      </Notice>
    );
  if (viewer.value === 'guest')
    return (
      <Notice>
        This browser has lost its guest, which its cookie knew. Nothing is deleted: who has its token reaches
        all of it.
      </Notice>
    );
  return (
    <Notice>
      Your sign-in has ended. What you typed stays here:{' '}
      <a href="/account" target="_blank" rel="noopener">
        sign in in another tab
      </a>
      , then <Button onClick={() => location.reload()}>load this page again</Button>
    </Notice>
  );
}
