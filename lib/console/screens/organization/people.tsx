import { useSignal } from '@preact/signals';
import { isManager, mayGive, ROLES } from '../../../domain/accounts/organization.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form/form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { showToast } from '../../state/toasts.ts';
import { mailbox } from '../../words/checks.ts';
import { Row } from '../account/row.tsx';
import { isOnlyOwner, type Organization, type Role, type Shown } from './organization.ts';

type Member = Organization['members'][number];
type Invitation = Organization['invitations'][number];

/** Who is in an organization and who is invited, and what whoever looks may change of that. */
export function People({ shown }: { shown: Shown }) {
  return (
    <>
      <section class="step">
        <h2>Members</h2>
        <ul class="rows">
          {shown.value.members.map((member) => (
            <MemberRow key={member.id} of={member} shown={shown} />
          ))}
        </ul>
      </section>
      {isManager(shown.value.role) && <Invitations shown={shown} />}
      <RolesExplained />
    </>
  );
}

function MemberRow({ of: member, shown }: { of: Member; shown: Shown }) {
  const { email, name, role, joined_at: joined } = member;
  const { value, viewerId } = shown;
  const hint = (
    <>
      {name !== '' && (
        <>
          <bdi>{name}</bdi>.{' '}
        </>
      )}
      Joined <RelativeTime at={joined} />.{member.id === viewerId && ' This is you.'}
    </>
  );
  return (
    <Row name={email} beside={role} hint={hint}>
      {isManager(value.role) && mayGive(value.role, role) && <MemberActions of={member} shown={shown} />}
    </Row>
  );
}

function MemberActions({ of: { id, email, role }, shown }: { of: Member; shown: Shown }) {
  const { value, viewerId, set } = shown;
  const isChanged = useSignal(false);
  if (isOnlyOwner(value, role)) return <p class="hint">The only owner must stay.</p>;
  const remove = async () => {
    await call('removeMember', { params: { organization: value.id, member: id } });
    set({ ...value, members: value.members.filter((each) => each.id !== id) });
    showToast('The member is removed.');
  };
  return (
    <div class="actions">
      <Button
        label={`Change the role of ${email}`}
        onClick={() => {
          isChanged.value = true;
        }}
      >
        Change the role
      </Button>
      {id !== viewerId && (
        <ConfirmButton
          label={`Remove ${email}`}
          question="They lose access, and API keys they created for it stop working."
          onConfirm={remove}
        />
      )}
      {isChanged.value && (
        <ChangeRole
          of={{ id, email, role }}
          shown={shown}
          onClose={() => {
            isChanged.value = false;
          }}
        />
      )}
    </div>
  );
}

interface ChangeProps {
  of: Pick<Member, 'id' | 'email' | 'role'>;
  shown: Shown;
  onClose: () => void;
}

function ChangeRole({ of: { id, email, role }, shown: { value, set }, onClose }: ChangeProps) {
  const chosen = useSignal<Role>(role);
  const save = async () => {
    const params = { organization: value.id, member: id };
    set((await call('changeRole', { params, body: { role: chosen.value } })).organization);
    onClose();
    showToast('The role is saved.');
  };
  return (
    <Dialog title="Change the role" onClose={onClose}>
      <Form submit="Save the role" onSubmit={save}>
        <SelectField
          field="role"
          label={`New role of ${email}`}
          chosen={chosen}
          options={rolesFor(value.role)}
        />
      </Form>
    </Dialog>
  );
}

/** The roles that somebody may give, the least first. */
function rolesFor(own: Role): [Role, Role][] {
  return ROLES.toReversed()
    .filter((role) => mayGive(own, role))
    .map((role) => [role, role]);
}

function Invitations({ shown }: { shown: Shown }) {
  const { invitations } = shown.value;
  return (
    <section class="step">
      <h2>Invitations</h2>
      {invitations.length === 0 ? (
        <p>No open invitations.</p>
      ) : (
        <ul class="rows">
          {invitations.map((each) => (
            <InvitationRow key={each.id} of={each} shown={shown} />
          ))}
        </ul>
      )}
      <Invite shown={shown} />
    </section>
  );
}

function InvitationRow({
  of: { id, email, role, expires_at: end },
  shown,
}: {
  of: Invitation;
  shown: Shown;
}) {
  const { value, set } = shown;
  const withdraw = async () => {
    const params = { organization: value.id, invitation: id };
    set((await call('withdrawInvitation', { params })).organization);
    showToast('The invitation is withdrawn.');
  };
  const hint = (
    <>
      It ends <RelativeTime at={end} />.
    </>
  );
  return (
    <Row name={email} beside={role} hint={hint}>
      {mayGive(value.role, role) && (
        <Button label={`Withdraw the invitation of ${email}`} onClick={withdraw}>
          Withdraw the invitation
        </Button>
      )}
    </Row>
  );
}

function Invite({ shown: { value, set } }: { shown: Shown }) {
  const email = useSignal('');
  const role = useSignal<Role>('member');
  const invite = async () => {
    const body = { email: email.value.trim(), role: role.value };
    set((await call('inviteMember', { params: { organization: value.id }, body })).organization);
    email.value = '';
    showToast('Invitation sent.');
  };
  return (
    <Form submit="Invite" onSubmit={invite}>
      <TextField
        field="email"
        label="E-mail address to invite"
        hint={`Signing in with it shows the invitation for ${LIMITS.invitationDays} days.`}
        check={mailbox}
        text={email}
        input={{ type: 'email' }}
      />
      <SelectField field="role" chosen={role} options={rolesFor(value.role)} />
    </Form>
  );
}

function RolesExplained() {
  return (
    <section class="step">
      <h2>What each role can do</h2>
      <dl>
        <dt>Member</dt>
        <dd>Manages monitors, sees who is here, and can leave.</dd>
        <dt>Admin</dt>
        <dd>Also manages members, name and keys, and gets the e-mail alerts of monitors that name nobody.</dd>
        <dt>Owner</dt>
        <dd>Also adds and removes owners, and switches the organization off and on.</dd>
      </dl>
    </section>
  );
}
