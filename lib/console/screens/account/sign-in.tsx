import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { signInHere } from '../../state/sign-in.ts';
import type { Account } from './profile.tsx';

/** How the person signs in here, and how it ends that. */
export function SignIn({ account }: { account: Account }) {
  return (
    <>
      {account.passkeys_url !== null && <Passkeys url={account.passkeys_url} />}
      <SecondFactor factor={account.second_factor} />
      <Sessions at={account.signed_in_at} />
    </>
  );
}

function Passkeys({ url }: { url: string }) {
  return (
    <section class="step">
      <h2>Passkeys</h2>
      <p>Sign in by the fingerprint, face or PIN of your device.</p>
      <p class="actions">
        <a class="button" href={url}>
          Add a passkey
        </a>
      </p>
    </section>
  );
}

function SecondFactor({ factor }: { factor: Account['second_factor'] }) {
  return (
    <section class="step">
      <h2>Second factor</h2>
      <p>You have signed in {factor.shown ? 'with' : 'without'} a second factor.</p>
      <p class="actions">
        {!factor.shown && (
          <a class="button" href={signInHere('mfa')}>
            Confirm with second factor
          </a>
        )}
        {factor.set_up_here && (
          <a class="button" href="/auth/login?enrol=1">
            Set up or remove an authenticator app
          </a>
        )}
      </p>
      <p class="hint">
        {factor.set_up_here
          ? 'You sign in again, then have five minutes.'
          : 'It is set up where you sign in.'}
      </p>
    </section>
  );
}

function Sessions({ at }: { at: string }) {
  return (
    <section class="step">
      <h2>Sessions</h2>
      <p>
        You signed in <RelativeTime at={at} />.
      </p>
      <div class="actions">
        <Button onClick={signOut}>Sign out of this browser</Button>
        <ConfirmButton
          label="End all sessions and keys"
          question="Signs out every browser, this one too, and permanently ends all your API keys."
          onConfirm={endAll}
        />
      </div>
    </section>
  );
}

async function signOut(): Promise<void> {
  await call('endSession', { body: {} });
  location.assign('/account?done=signed-out');
}

/** The provider may know this browser still: it is visited to be signed out there too. */
async function endAll(): Promise<void> {
  const { logout } = await call('endSessions', { body: {} });
  location.assign(logout ?? '/account?done=ended-here');
}
