import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form/form.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { showToast } from '../../state/toasts.ts';
import { now } from '../../state/clock.ts';
import { DeleteTyped } from './delete-typed.tsx';
import { download, NOTHING_EXPORTED, withPage } from './export-file.ts';
import { movedWords } from './moved-words.ts';
import type { Account } from './profile.tsx';

interface DataProps {
  account: Account;
  reload: () => Promise<void>;
}

/** What becomes the person's, is taken along by it, and ends with it. */
export function OwnData({ account, reload }: DataProps) {
  return (
    <>
      <Claim ofBrowser={account.claimable} reload={reload} />
      <Export />
      <section class="step">
        <h2>Delete the account</h2>
        <DeleteTyped
          personId={account.id}
          what="account"
          label="E-mail of the account, to confirm"
          onDelete={deleteAccount}
        >
          <p>This permanently deletes it with its monitors, keys and history. What remains:</p>
          <ul>
            {account.kept_after_deletion.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </DeleteTyped>
      </section>
    </>
  );
}

/** One file of all pages. What has come is kept where one fails, so that another try goes on from there. */
function Export() {
  const soFar = useSignal(NOTHING_EXPORTED);
  const fetchAll = async () => {
    while (soFar.value.cursor !== null) {
      const query = { cursor: soFar.value.cursor };
      soFar.value = withPage(soFar.value, await call('exportAccount', { query }));
    }
    download(`rollcall-${new Date(now()).toISOString().slice(0, 10)}.json`, soFar.value.parts);
    soFar.value = NOTHING_EXPORTED;
  };
  const { records } = soFar.value;
  return (
    <section class="step">
      <h2>All that is kept of you</h2>
      <p>One file of JSON, with your monitors and their history.</p>
      <div class="actions">
        <Button onClick={fetchAll}>Download it</Button>
      </div>
      <p class="hint" aria-live="polite">
        {records > 0 && `${records} records have come.`}
      </p>
    </section>
  );
}

async function deleteAccount(confirm: string): Promise<void> {
  const { logout } = await call('deleteAccount', { body: { confirm } });
  location.assign(logout ?? '/account?done=deleted');
}

function Claim({ ofBrowser, reload }: { ofBrowser: Account['claimable']; reload: () => Promise<void> }) {
  const token = useSignal('');
  const claim = async (body: { guest_token?: string }) => {
    const { claimed } = await call('claimGuest', { body });
    const words = movedWords(claimed.product.movidos);
    showToast(words === null ? NOTHING_MOVED : `Now yours: ${words}.`);
    token.value = '';
    await reload();
  };
  const words = ofBrowser && movedWords(ofBrowser);
  return (
    <section class="step">
      <h2>Made without an account</h2>
      {words !== null && (
        <>
          <p>Made in this browser without an account: {words}.</p>
          <div class="actions">
            <Button kind="main" onClick={() => claim({})}>
              Move to my account
            </Button>
          </div>
        </>
      )}
      <Form submit="Move guest" onSubmit={() => claim({ guest_token: token.value.trim() })}>
        <TextField
          field="guest_token"
          hint="It starts with hp_. Everything it owns moves and keeps working; a status page and an ingest key move only if you have none."
          check={(text) => (text.trim() === '' ? 'This is required.' : null)}
          text={token}
          input={{ autocapitalize: 'none', spellcheck: false }}
        />
      </Form>
    </section>
  );
}

const NOTHING_MOVED = 'There was nothing left to move.';
