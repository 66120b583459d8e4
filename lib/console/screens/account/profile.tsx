import { useSignal } from '@preact/signals';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { Form } from '../../parts/form/form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { SelectField } from '../../parts/form/field.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { theme as shownTheme } from '../../state/theme.ts';
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
  const locale = useSignal(profile.locale);
  const timeZone = useSignal(profile.timeZone);
  const theme = useSignal(profile.theme);
  const save = async () => {
    const typed = { name: name.value, locale: locale.value, timeZone: timeZone.value, theme: theme.value };
    await call('patchProfile', { body: { ...typed, revision: profile.revision } }).catch(async (error) => {
      if (isOutdated(error)) await reload();
      throw isOutdated(error) ? new ApiError(OUTDATED, { status: 409, code: 'profile_changed' }) : error;
    });
    shownTheme.value = theme.value;
    await reload();
    showToast('Your profile is saved.');
  };
  return (
    <section class="step">
      <h2>Profile</h2>
      <Form submit="Save profile" onSubmit={save}>
        <TextField field="name" text={name} input={{ autocomplete: 'name' }} />
        <TextField
          field="locale"
          hint="A language tag such as en or pt-BR."
          text={locale}
          input={{ autocomplete: 'language' }}
        />
        <SelectField field="timeZone" chosen={timeZone} options={zonesWith(profile.timeZone)} />
        <SelectField field="theme" chosen={theme} options={THEMES} />
      </Form>
    </section>
  );
}

const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'profile_changed';
const OUTDATED = 'It has changed elsewhere. Save again to keep this version.';
