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
        <Notice>You are offline. This is the last known state; it updates by itself.</Notice>
      )}
      {aheadSec.value > 0 && <Ahead />}
      {gone.value !== null && <Gone />}
    </div>
  );
}

function Ahead() {
  return (
    <Notice>
      This service's clock was moved: it is {durationText(aheadSec.value)} ahead of real time, so real jobs
      look late. <a href="/_local">Reset the clock</a>
    </Notice>
  );
}

function Gone() {
  if (gone.value === 'no-member')
    return (
      <Notice>
        This page was for an organization you cannot open: you are not a member, or it is switched off.{' '}
        <Button onClick={() => location.reload()}>Show my monitors</Button>
      </Notice>
    );
  if (gone.value === 'changed')
    return (
      <Notice>
        Someone signed in or out in another tab, so this page is out of date.{' '}
        <Button onClick={() => location.reload()}>Show my monitors</Button>
      </Notice>
    );
  if (viewer.value === 'guest')
    return (
      <Notice>
        This browser has lost its guest cookie. Nothing is deleted: the guest token still opens everything.
      </Notice>
    );
  return (
    <Notice>
      Your session has ended. What you typed stays here:{' '}
      <a href="/account" target="_blank" rel="noopener">
        sign in in another tab
      </a>
      , then <Button onClick={() => location.reload()}>reload this page</Button>
    </Notice>
  );
}
