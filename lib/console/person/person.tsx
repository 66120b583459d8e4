import { useSignalEffect } from '@preact/signals';
import { acting, keepActing } from '../api/acting.ts';
import { call } from '../api/call.ts';
import type { Output } from '../api/operations.ts';
import { useRemote } from '../api/use-remote.ts';
import { theme } from '../state/theme.ts';
import { showError } from '../state/toasts.ts';
import { showZone, zone } from '../state/zone.ts';

/**
 * What the header has of who is signed in: its profile decides on zone and theme, and with organizations it chooses for
 * whom it acts.
 */
export function Person() {
  const { value } = useRemote('listOrganizations', {}, { isPolled: false });
  const own = useRemote('getProfile', {}, { isPolled: false }).value;
  useSignalEffect(() => {
    if (own.value) followProfile(own.value.profile);
  });
  const organizations =
    value.value?.organizations.filter(({ enabled, id }) => enabled || id === acting) ?? [];
  if (organizations.length === 0) return null;
  return (
    <select
      class="acting"
      aria-label="Acting for"
      value={acting ?? ''}
      onChange={({ currentTarget }) => {
        keepActing(currentTarget.value || null);
        // Everything on the page is of the one before.
        location.assign('/app');
      }}
    >
      <option value="">As myself</option>
      {organizations.map(({ id, name }) => (
        <option key={id} value={id}>
          As {name}
        </option>
      ))}
    </select>
  );
}

/** Shows times and colours as a profile has them; one that was never changed leaves what this browser has. */
export function followProfile({ revision, timeZone, theme: chosen }: Output<'getProfile'>['profile']): void {
  if (revision === 1) return;
  showZone(timeZone);
  theme.value = chosen;
}

/** Keeps the theme that is shown, and with it the zone, which counts as chosen from then on. */
export function saveTheme(): Promise<unknown> {
  return call('getProfile')
    .then(({ profile: { revision } }) =>
      call('patchProfile', { body: { theme: theme.value, timeZone: zone.value, revision } }),
    )
    .catch(showError);
}
