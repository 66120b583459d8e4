import { useRemote } from '../../api/use-remote.ts';
import { Empty, Notice } from '../../parts/notices.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Title } from '../../parts/title.tsx';
import { place, setQuery } from '../../router.ts';
import { signInHere } from '../../state/sign-in.ts';
import { ApiKeys } from './api-keys.tsx';
import { Invitations, Organizations } from './organizations.tsx';
import { OwnData } from './own-data.tsx';
import { Profile } from './profile.tsx';
import { SignIn } from './sign-in.tsx';

const TABS = [
  { id: 'profile', label: 'Profile' },
  { id: 'sign-in', label: 'Sign-in' },
  { id: 'keys', label: 'API keys' },
  { id: 'organizations', label: 'Organizations' },
  { id: 'data', label: 'Your data' },
] as const;

/** The account of who is signed in. */
export function Screen() {
  const account = useRemote('getAccount', {}, { isPolled: false });
  const organizations = useRemote('listOrganizations', {}, { isPolled: false });
  const chosen = TABS.find(({ id }) => id === place.value.query.get('tab'))?.id ?? 'profile';
  const { reload } = account;
  return (
    <>
      <Title text="Account" />
      <Shown of={account} nobody={<NotSignedIn />}>
        {({ account: own }) => (
          <>
            <Done />
            <Invitations of={organizations} />
            <Tabs
              name="Of your account"
              tabs={TABS}
              chosen={chosen}
              onChoose={(tab) => setQuery({ tab: tab === 'profile' ? null : tab, done: null, result: null })}
            >
              {chosen === 'profile' && <Profile account={own} reload={reload} />}
              {chosen === 'sign-in' && <SignIn account={own} />}
              {chosen === 'keys' && (
                <ApiKeys organizationId={null} personId={own.id}>
                  Programs use their own key and act as you.
                </ApiKeys>
              )}
              {chosen === 'organizations' && <Organizations of={organizations} />}
              {chosen === 'data' && <OwnData account={own} reload={reload} />}
            </Tabs>
          </>
        )}
      </Shown>
    </>
  );
}

/** Says why nobody can sign in, where that is so, and leads back here otherwise. */
export function NotSignedIn() {
  return (
    <Empty title="You are not signed in">
      <a class="button main" href={signInHere()}>
        Sign in
      </a>
    </Empty>
  );
}

/** What the page that led here has done. */
function Done() {
  const { query } = place.value;
  const done = query.get('done');
  const result = query.get('result');
  if (done === 'second-factor')
    return (
      <Notice kind="ok">
        Your second factor is set up. Make recovery codes below, and confirm with it to have it count.
      </Notice>
    );
  if (done === 'recovered')
    return <Notice>Your authenticator app was removed by a recovery code. Set one up again below.</Notice>;
  if (done === 'second-factor-removed') return <Notice kind="ok">Your second factor is removed.</Notice>;
  if (result === null) return null;
  if (result === 'success') return <Notice kind="ok">Your passkey is added.</Notice>;
  return (
    <Notice>
      No passkey was added: <a href={signInHere('step')}>sign in again</a>, then add it.
    </Notice>
  );
}
