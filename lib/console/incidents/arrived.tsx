import { signInHere } from '../state/sign-in.ts';
import { Empty } from '../parts/notices.tsx';

/** Mails and chats lead to a monitor or an incident of it, often in a browser that nobody has signed in with. */
export function NotSignedIn({ what = 'monitor' }: { what?: string }) {
  return (
    <Empty title={`Sign in to see this ${what}`}>
      <p>
        <a href={signInHere()}>Sign in</a> to come back here. A monitor made without an account opens in the
        browser that made it.
      </p>
    </Empty>
  );
}

export function NotYours({ what = 'monitor' }: { what?: string }) {
  return (
    <Empty title={`You have no such ${what}`}>
      <p>
        It may have been deleted, moved when its ping URL was replaced, or belong to someone else. See{' '}
        <a href="/app">your monitors</a>, or <a href={signInHere()}>sign in</a> as the person it notifies.
      </p>
    </Empty>
  );
}
