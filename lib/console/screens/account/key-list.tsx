import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { showToast } from '../../state/toasts.ts';
import { Row } from './row.tsx';

export type Key = Output<'listApiKeys'>['keys'][number];

/** New keys, whose text is shown once: who leaves the screen, or makes another one, finds it there. */
export const made = signal<readonly Output<'createApiKey'>[]>([]);

/** Shows the text of a new key no more. */
export function forget(keyId: string): void {
  made.value = made.value.filter(({ key }) => key.id !== keyId);
}

/** So many that have ended are shown; the API lists all. */
const ENDED_SHOWN_MAX = 20;

interface ListProps {
  keys: readonly Key[];
  /** What is to be said of a key that can be revoked. */
  stateOf: (key: Key) => string;
  reload: () => Promise<void>;
  /** Between those that can be revoked and those that have ended. */
  children: ComponentChildren;
}

/** The keys of an owner. One of an organization that is stopped may work again, until it is revoked. */
export function KeyList({ keys, stateOf, reload, children }: ListProps) {
  const isOver = ({ active, revokedAt, organizationId }: Key) =>
    revokedAt !== null || (organizationId === null && !active);
  const ended = keys.filter(isOver);
  return (
    <>
      <ul class="rows">
        {keys
          .filter((key) => !isOver(key))
          .toSorted((one, other) => Number(other.active) - Number(one.active))
          .map((key) => (
            <KeyRow key={key.id} of={key} state={stateOf(key)}>
              <Revoke of={key} reload={reload} />
            </KeyRow>
          ))}
      </ul>
      {children}
      {ended.length > 0 && <Ended keys={ended} />}
    </>
  );
}

function Ended({ keys }: { keys: readonly Key[] }) {
  return (
    <details>
      <summary>Ended keys ({keys.length})</summary>
      <ul class="rows">
        {keys.slice(0, ENDED_SHOWN_MAX).map((key) => (
          <KeyRow
            key={key.id}
            of={key}
            state={key.revokedAt === null ? 'Stopped with all sessions.' : 'Revoked.'}
          />
        ))}
      </ul>
    </details>
  );
}

interface RowProps {
  of: Key;
  state: ComponentChildren;
  children?: ComponentChildren;
}

function KeyRow({ of: { name, readOnly, last4, createdAt, lastUsedAt }, state, children }: RowProps) {
  return (
    <Row
      name={name}
      beside={<code>mmk_…{last4}</code>}
      hint={
        <>
          {state} {readOnly && 'Read-only. '}Made <RelativeTime at={createdAt} />, used{' '}
          <RelativeTime at={lastUsedAt} />.
        </>
      }
    >
      {children}
    </Row>
  );
}

function Revoke({ of: { id, name }, reload }: { of: Key; reload: () => Promise<void> }) {
  const revoke = async () => {
    await call('revokeApiKey', { body: { id } });
    forget(id);
    showToast('The key is revoked.');
    await reload();
  };
  return (
    <ConfirmButton
      label={`Revoke ${name}`}
      question="Programs that use it are refused from now on."
      onConfirm={revoke}
    />
  );
}
