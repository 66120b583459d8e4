import { useSignal } from '@preact/signals';
import { LIMITS } from '../../../domain/limits.ts';
import { keepActing } from '../../api/acting.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import type { Remote } from '../../api/remote.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form/form.tsx';
import { Notice } from '../../parts/notices.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Shown } from '../../parts/shown.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { go } from '../../router.ts';
import { showToast } from '../../state/toasts.ts';
import { filled } from '../../words/checks.ts';
import { Row } from './row.tsx';

type List = Output<'listOrganizations'>;

/** What the person is in, and how it makes one more. */
export function Organizations({ of: list }: { of: Remote<List> }) {
  return (
    <section class="step">
      <h2>Organizations</h2>
      <p>Several people, the same monitors.</p>
      <Shown of={list}>{({ organizations }) => <Own organizations={organizations} />}</Shown>
    </section>
  );
}

export const organizationPath = (id: string) => `/app/organizations/${encodeURIComponent(id)}`;

function Own({ organizations }: Pick<List, 'organizations'>) {
  return (
    <>
      <ul class="rows">
        {organizations.map(({ id, name, role, enabled }) => (
          <Row key={id} name={name} beside={role} hint={enabled ? '' : 'It is switched off.'}>
            <a class="button" href={organizationPath(id)}>
              Open <bdi>{name}</bdi>
            </a>
          </Row>
        ))}
      </ul>
      <MakeOrganization />
    </>
  );
}

function MakeOrganization() {
  const name = useSignal('');
  const make = async () => {
    const { organization } = await call('createOrganization', { body: { name: name.value } });
    showToast('Organization created. Invite its people.');
    go(organizationPath(organization.id));
  };
  return (
    <Form submit="Create organization" onSubmit={make}>
      <TextField
        field="name"
        label="Name of the new organization"
        check={filled(LIMITS.nameMaxChars)}
        text={name}
      />
    </Form>
  );
}

/** Who invites the person, above everything else: mails lead here for it. */
export function Invitations({ of: list }: { of: Remote<List> }) {
  return (
    <>
      {list.value.value?.invitations.map((each) => (
        <Invitation key={each.organization_id} of={each} reload={list.reload} />
      ))}
    </>
  );
}

interface InvitationProps {
  of: List['invitations'][number];
  reload: () => Promise<void>;
}

function Invitation({
  of: { organization_id: organization, name, role, expires_at: end },
  reload,
}: InvitationProps) {
  const params = { organization };
  const accept = async () => {
    await call('joinOrganization', { params, body: {} });
    keepActing(organization);
    // Everything on this page is of the person alone.
    location.assign('/app');
  };
  const decline = async () => {
    await call('declineInvitation', { params, body: {} });
    await reload();
    showToast('The invitation is declined.');
  };
  return (
    <Notice>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        invites you as {role}. It expires <RelativeTime at={end} />.
      </p>
      <p class="actions">
        <Button kind="main" label={`Accept the invitation of ${name}`} onClick={accept}>
          Accept
        </Button>
        <Button label={`Decline the invitation of ${name}`} onClick={decline}>
          Decline
        </Button>
      </p>
    </Notice>
  );
}
