import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notices.tsx';
import { failures, progress } from './actions.ts';

/** How far a change of many monitors is, and what it could not do. */
export function Told() {
  const { doing = '', done = 0, of = 1 } = progress.value ?? {};
  return (
    <div aria-live="polite">
      {progress.value && (
        <p class="progress">
          <progress value={done} max={of} aria-label="Progress" />
          {doing} {done} of {of}
        </p>
      )}
      {failures.value.length > 0 && <Failures />}
    </div>
  );
}

function Failures() {
  const list = failures.value;
  return (
    <Notice kind="late">
      <p>It could not be done with {list.length === 1 ? 'one monitor' : `${list.length} monitors`}:</p>
      <ul>
        {list.map(({ id, name, why }) => (
          <li key={id}>
            <bdi>{name}</bdi>: {why}
          </li>
        ))}
      </ul>
      <Button
        onClick={() => {
          failures.value = [];
        }}
      >
        Close
      </Button>
    </Notice>
  );
}
