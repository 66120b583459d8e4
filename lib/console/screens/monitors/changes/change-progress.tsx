import { Button } from '../../../parts/button.tsx';
import { Notice } from '../../../parts/notices.tsx';
import { failures, progress } from './change-many.ts';

/** How far changes of many monitors are, and what they could not do. */
export function Told() {
  return (
    <>
      {progress.value.map(
        ({ did, done, of }, at) =>
          of > 1 && (
            <p key={at} class="progress">
              <progress value={done.value} max={of} aria-label="Progress" />
              {did} {done.value} of {of}
            </p>
          ),
      )}
      {/* What goes up by one is not read out each time; its end is told. */}
      <div aria-live="polite">{failures.value.length > 0 && <Failures />}</div>
    </>
  );
}

function Failures() {
  const list = failures.value;
  return (
    <Notice kind="late">
      <p>This failed for {list.length === 1 ? 'one monitor' : `${list.length} monitors`}:</p>
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
