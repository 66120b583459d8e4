import { useSignal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { Form } from '../../parts/form/form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { theme as shownTheme } from '../../state/theme.ts';
import { zone } from '../../state/zone.ts';
import { showToast } from '../../state/toasts.ts';
import { Picture } from './picture.tsx';
import { ReportsByMail } from './reports.tsx';

export type Account = Output<'getAccount'>['account'];

interface ProfileProps {
  account: Account;
  reload: () => Promise<void>;
}

/** Who the account is: its address, its trial, what it says of itself and its picture. */
export function Profile({ account, reload }: ProfileProps) {
  return (
    <>
      <p>
        You are <bdi>{account.email}</bdi>. Your trial <TrialWords trial={account.trial} />.
      </p>
      <ProfileForm profile={account.profile} reload={reload} />
      <ReportsByMail />
      <Picture isThere={account.has_avatar} onChange={reload} />
    </>
  );
}

function TrialWords({ trial: { active, ends_at: end } }: Pick<Account, 'trial'>) {
  if (end === null) return <>begins with your first call as the owner of monitors</>;
  return (
    <>
      {active ? 'ends ' : 'ended '}
      <RelativeTime at={end} />
    </>
  );
}

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** UTC, the zones of each place, and the one that is chosen where that has an older name. */
function zonesWith(chosen: string): [string, string][] {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))];
  const all = zones.includes(chosen) ? zones : [chosen, ...zones];
  return all.map((zone) => [zone, zone.replaceAll('_', ' ')]);
}

function ProfileForm({ profile, reload }: { profile: Account['profile']; reload: () => Promise<void> }) {
  const name = useSignal(profile.name);
  // What was never chosen is what this browser shows.
  const { timeZone: kept, theme: keptTheme } = profile.revision === 1 ? shown() : profile;
  const timeZone = useSignal(kept);
  const theme = useSignal(keptTheme);
  const save = async () => {
    const typed = { name: name.value, timeZone: timeZone.value, theme: theme.value };
    const body = { ...typed, revision: profile.revision };
    const saved = await call('patchProfile', { body }).catch(async (error) => {
      if (isOutdated(error)) await reload();
      throw isOutdated(error) ? new ApiError(OUTDATED, { status: 409, code: 'profile_changed' }) : error;
    });
    (await import('../../person/person.tsx')).followProfile(saved.profile);
    await reload();
    showToast('Your profile is saved.');
  };
  return (
    <section class="step">
      <h2>Profile</h2>
      <Form submit="Save profile" onSubmit={save}>
        <TextField field="name" text={name} input={{ autocomplete: 'name' }} />
        <SelectField
          field="timeZone"
          hint="Times are shown in it, here and in mails to you."
          chosen={timeZone}
          options={zonesWith(kept)}
        />
        <SelectField field="theme" chosen={theme} options={THEMES} />
      </Form>
    </section>
  );
}

const shown = () => ({ timeZone: zone.peek(), theme: shownTheme.peek() });

const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'profile_changed';
const OUTDATED = 'It has changed elsewhere. Save again to keep this version.';
