import { acting, keepActing } from '../api/acting.ts';
import { useRemote } from '../api/use-remote.ts';
import { viewer } from '../api/viewer.ts';

/** For whom somebody with organizations acts here: for itself, or for one of them. */
export function ActingFor() {
  return viewer.value === 'account' ? <Choice /> : null;
}

function Choice() {
  const { value } = useRemote('listOrganizations', {}, { isPolled: false });
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
      <option value="">Myself</option>
      {organizations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
