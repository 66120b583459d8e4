import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Form } from '../../parts/form/form.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { signInHere } from '../../state/sign-in.ts';
import { showToast } from '../../state/toasts.ts';
import type { Account } from './profile.tsx';
import { Row } from './row.tsx';

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
      {factor.set_up_here && <RecoveryCodes left={factor.recovery_codes_left} />}
    </section>
  );
}

/** What stands for an authenticator app that is lost. */
function RecoveryCodes({ left }: { left: number | null }) {
  const codes = useSignal<readonly string[]>([]);
  const make = async () => {
    codes.value = (await call('renewRecoveryCodes', { body: {} })).codes;
  };
  const count = codes.value.length || left;
  return (
    <>
      <h3>Recovery codes</h3>
      <p>
        {count === null ? 'None are made yet' : `${count} left`}. Each stands once for the six digits of an
        app that is lost.
      </p>
      {codes.value.length > 0 && (
        <div class="banner ok">
          <p>These are shown only now: keep them apart from your phone. Codes before these have ended.</p>
          <CodeBlock text={codes.value.join('\n')} name="Recovery codes" />
        </div>
      )}
      <Form submit={count === null ? 'Make recovery codes' : 'Make new codes'} proof="mfa" onSubmit={make}>
        {null}
      </Form>
    </>
  );
}

/** Where the person is signed in. */
function Sessions({ at }: { at: string }) {
  const list = useRemote('listSessions', {}, { isPolled: false });
  const end = async (one: OneSession | null) => {
    if (one) await call('endSessionOf', { params: { session: one.id } });
    else await call('endSessionsElsewhere');
    showToast(one ? 'That browser is signed out.' : 'All other browsers are signed out.');
    await list.reload();
  };
  return (
    <section class="step">
      <h2>Sessions</h2>
      <p>
        You signed in <RelativeTime at={at} />.
      </p>
      <Shown of={list}>
        {({ sessions }) => (
          <>
            <ul class="rows">
              {sessions.map((each) => (
                <SessionRow key={each.id} of={each} onEnd={() => end(each)} />
              ))}
            </ul>
            <div class="actions">
              {sessions.length > 1 && (
                <ConfirmButton
                  label="Sign out all other browsers"
                  question="This browser stays signed in, and API keys keep working."
                  onConfirm={() => end(null)}
                />
              )}
              <Button onClick={signOut}>Sign out of this browser</Button>
              <ConfirmButton
                label="End all sessions and keys"
                question="Signs out every browser, this one too, and permanently ends all your API keys."
                onConfirm={endAll}
              />
            </div>
          </>
        )}
      </Shown>
    </section>
  );
}

type OneSession = Output<'listSessions'>['sessions'][number];

function SessionRow({ of: one, onEnd }: { of: OneSession; onEnd: () => Promise<void> }) {
  const name = one.browser ?? 'A browser';
  return (
    <Row
      name={name}
      beside={one.current && <span class="tag">This browser</span>}
      hint={
        <>
          Signed in <RelativeTime at={one.began_at} />
          {one.second_factor && ' with a second factor'}, last used {one.current ? 'now' : one.last_used_on}.
        </>
      }
    >
      {!one.current && (
        <Button label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </Row>
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
