import { useSignal } from '@preact/signals';
import { isManager } from '../../../domain/accounts/organization.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { acting, keepActing } from '../../api/acting.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Form } from '../../parts/form/form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { showToast } from '../../state/toasts.ts';
import { filled } from '../../words/checks.ts';
import { DeleteTyped } from '../account/delete-typed.tsx';
import { ReportsByMail } from '../account/reports.tsx';
import { isOnlyOwner, type Shown } from './organization.ts';

/** What an organization is called by and whether it is on, and how it or one's part in it ends. */
export function Settings({ shown }: { shown: Shown }) {
  const { role } = shown.value;
  return (
    <>
      <Facts shown={shown} />
      {isManager(role) && <Rename shown={shown} />}
      {role === 'owner' && <Switch shown={shown} />}
      <ReportsByMail organization={shown.value.id} />
      <Leave shown={shown} />
      {role === 'owner' && <Delete shown={shown} />}
    </>
  );
}

function Facts({ shown: { value } }: { shown: Shown }) {
  const { id, role, enabled, created_at: made } = value;
  return (
    <section class="step">
      <h2>Organization</h2>
      <p>
        Your role: {role}. Made <RelativeTime at={made} />.{' '}
        {!enabled && 'It is switched off: its API keys do not work, and nobody can act for it.'}
      </p>
      <CodeBlock text={id} name="id of the organization" />
      <p class="hint">
        What your session sends as <code>X-Organization</code> to act for it.
      </p>
    </section>
  );
}

function Rename({ shown: { value, set } }: { shown: Shown }) {
  const name = useSignal(value.name);
  const save = async () => {
    const params = { organization: value.id };
    set((await call('patchOrganization', { params, body: { name: name.value } })).organization);
    showToast('The name is saved.');
  };
  return (
    <section class="step">
      <h2>Name</h2>
      <Form submit="Save the name" onSubmit={save}>
        <TextField field="name" check={filled(LIMITS.nameMaxChars)} text={name} />
      </Form>
    </section>
  );
}

function Switch({ shown: { value, set } }: { shown: Shown }) {
  const params = { organization: value.id };
  const turn = async () => {
    set((await call('patchOrganization', { params, body: { enabled: !value.enabled } })).organization);
  };
  return (
    <section class="step">
      <h2>On and off</h2>
      <div class="actions">
        {value.enabled ? (
          <ConfirmButton
            label="Switch the organization off"
            question="Its API keys stop working, and nobody can act for it, until an owner switches it on again. Its monitors keep running and alerting."
            onConfirm={turn}
          />
        ) : (
          <Button onClick={turn}>Switch the organization on</Button>
        )}
      </div>
    </section>
  );
}

function Leave({ shown: { value, viewerId } }: { shown: Shown }) {
  const leave = async () => {
    await call('removeMember', { params: { organization: value.id, member: viewerId } });
    goFrom(value.id);
  };
  return (
    <section class="step">
      <h2>Leave</h2>
      {isOnlyOwner(value, value.role) ? (
        <p>You are the only owner. Make another member an owner first, or delete the organization.</p>
      ) : (
        <div class="actions">
          <ConfirmButton
            label="Leave the organization"
            question="You lose access, and API keys you created for it stop working."
            onConfirm={leave}
          />
        </div>
      )}
    </section>
  );
}

function Delete({ shown: { value, viewerId } }: { shown: Shown }) {
  const remove = async (confirm: string) => {
    await call('deleteOrganization', { params: { organization: value.id }, body: { confirm } });
    goFrom(value.id);
  };
  return (
    <section class="step">
      <h2>Delete</h2>
      <DeleteTyped
        personId={viewerId}
        what="organization"
        label="Name of the organization, to confirm"
        onDelete={remove}
      >
        <p>This permanently deletes it for all members, with its monitors, keys and history.</p>
      </DeleteTyped>
    </section>
  );
}

/** Who acted for what is not theirs any more acts for itself, on a page that is loaded anew for that. */
function goFrom(id: string): void {
  if (acting === id) keepActing(null);
  location.assign('/app/account?tab=organizations');
}
