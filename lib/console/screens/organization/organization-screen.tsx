import { isManager } from '../../../domain/accounts/organization.ts';
import type { Output } from '../../api/operations.ts';
import { useRemote } from '../../api/use-remote.ts';
import { Empty } from '../../parts/notices.tsx';
import { Shown } from '../../parts/shown.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Title } from '../../parts/title.tsx';
import { place, setQuery } from '../../router.ts';
import type { ScreenProps } from '../../screen.ts';
import { NotSignedIn } from '../account/account-screen.tsx';
import { ApiKeys } from '../account/api-keys.tsx';
import type { Organization, Shown as ShownOrganization } from './organization.ts';
import { People } from './people.tsx';
import { Settings } from './settings.tsx';

const TABS = [
  { id: 'people', label: 'People' },
  { id: 'keys', label: 'API keys' },
  { id: 'settings', label: 'Settings' },
] as const;

/** An organization, as one of its members looks after it. */
export function Screen({ params: { id = '' } }: ScreenProps) {
  const own = useRemote('getOrganization', { params: { organization: id } });
  const account = useRemote('getAccount', {}, { isPolled: false });
  return (
    <Shown of={own} title="Organization" nobody={<NotSignedIn />} missing={<NotYours />}>
      {({ organization }) => (
        <Shown of={account} title={organization.name}>
          {({ account: { id: viewerId } }) => (
            <One
              shown={{
                value: organization,
                viewerId,
                set: (changed) => {
                  own.value.value = { organization: changed };
                },
              }}
            />
          )}
        </Shown>
      )}
    </Shown>
  );
}

function NotYours() {
  return (
    <Empty title="Organization not found">
      <p>
        See <a href="/app/account?tab=organizations">yours</a>.
      </p>
    </Empty>
  );
}

function One({ shown }: { shown: ShownOrganization }) {
  const { value } = shown;
  const tabs = TABS.filter(({ id }) => id !== 'keys' || isManager(value.role));
  const chosen = tabs.find(({ id }) => id === place.value.query.get('tab'))?.id ?? 'people';
  return (
    <>
      <Title text={value.name}>
        <a class="button" href="/app/account?tab=organizations">
          All organizations
        </a>
      </Title>
      <Tabs
        name="Of this organization"
        tabs={tabs}
        chosen={chosen}
        onChoose={(tab) => setQuery({ tab: tab === 'people' ? null : tab })}
      >
        {chosen === 'people' && <People shown={shown} />}
        {chosen === 'keys' && <Keys of={shown} />}
        {chosen === 'settings' && <Settings shown={shown} />}
      </Tabs>
    </>
  );
}

function Keys({ of: { value: organization, viewerId } }: { of: ShownOrganization }) {
  const off = organization.enabled ? null : 'You cannot create keys while the organization is switched off.';
  return (
    <ApiKeys
      personId={viewerId}
      organizationId={organization.id}
      stateOf={(key) => stateOf(key, organization)}
      whyNone={off}
    >
      Programs act for the organization with its keys, as long as their creator is owner or admin here.
      Creating one takes <a href="/app/account?tab=sign-in">a second factor</a>.
    </ApiKeys>
  );
}

type Key = Output<'listApiKeys'>['keys'][number];

function stateOf({ active }: Key, { enabled }: Organization): string {
  if (active) return 'Active.';
  if (!enabled) return 'Stopped while the organization is switched off.';
  return 'Stopped: its creator is no longer owner or admin, or has ended all sessions.';
}
