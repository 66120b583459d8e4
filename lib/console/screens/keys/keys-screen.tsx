import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { OwnersButton } from '../../parts/owners-button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Shown as Loaded } from '../../parts/shown.tsx';
import { Title } from '../../parts/title.tsx';
import { useRemote } from '../../api/use-remote.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { showToast } from '../../state/toasts.ts';

type Key = Output<'rotateIngestKey'>;

/** One key for a fleet, and the way to many monitors at once. */
export function Screen() {
  const key = useSignal<Key | null>(null);
  const show = async () => {
    key.value = await call('getIngestKey');
  };
  const rotate = async () => {
    key.value = await call('rotateIngestKey');
    showToast('The old key no longer creates monitors.');
  };
  return (
    <>
      <Title text="Keys & import" />
      <section class="step">
        <h2>Ingest key</h2>
        <p>
          Jobs that use it need no setup: the first ping creates the monitor, within the free allowance. Give
          it only to machines you trust with that.
        </p>
        {key.value === null ? (
          <p class="actions">
            <OwnersButton onClick={show}>Show the key</OwnersButton>
          </p>
        ) : (
          <Shown shown={key.value} onRotate={rotate} />
        )}
      </section>
      {key.value !== null && <UnknownPings />}
      <section class="step">
        <h2>A whole crontab</h2>
        <p>Paste the output of crontab -l, check the preview, then import.</p>
        <p class="actions">
          <a class="button" href="/app/import">
            Import a crontab
          </a>
          <a class="button" href="/app/import?from=healthchecks-url">
            Import from another service
          </a>
        </p>
      </section>
      <section class="step">
        <h2>API keys</h2>
        <p>
          Programs act as your account with <a href="/account?tab=keys">their own keys</a>.
        </p>
      </section>
    </>
  );
}

/** Pings by identity that met no monitor; nothing where there are none. */
function UnknownPings() {
  const list = useRemote('listUnknownPings', {});
  return (
    <Loaded of={list} nobody={<></>}>
      {({ pings }) =>
        pings.length === 0 ? (
          <></>
        ) : (
          <section class="step">
            <h2>Pings from AWS without a monitor</h2>
            <ul>
              {pings.map(({ name, account, detail, last_at: at }) => (
                <li key={`${account} ${name}`}>
                  <bdi>{name || 'no name'}</bdi> from account {account}, <RelativeTime at={at} />:{' '}
                  <bdi>{detail}</bdi>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function Shown({ shown, onRotate }: { shown: Key; onRotate: () => Promise<void> }) {
  const url = shown.exemplo;
  return (
    <>
      <CodeBlock text={shown.key} name="ingest key" />
      <CodeBlock text={`curl -fsS -m 10 --retry 5 "${url}?interval=3600"`} name="first ping" />
      <div class="actions">
        <ConfirmButton
          label="Replace the key"
          question="The old key stops creating monitors at once. Existing ones keep working."
          onConfirm={onRotate}
        />
      </div>
    </>
  );
}
