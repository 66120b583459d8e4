import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import type { Input, Output } from '../api/operations.ts';
import { fitted, type Draft } from './draft.ts';
import { ZONE } from '../state/zone.ts';

type Preview = Output<'previewSchedule'>;

const TYPED_MS = 250;
const SHOWN_RUNS = 5;

/** What the service says of a schedule while it is typed. */
interface Previewed {
  preview: Preview | null;
  error: ApiError | null;
}

/** Asks a moment after the last change; what came of an older text is dropped. */
export function usePreview(body: Input<'previewSchedule'>['body']): Previewed {
  const shown = useSignal<Previewed>({ preview: null, error: null });
  useEffect(() => {
    const left = new AbortController();
    const ask = () =>
      call('previewSchedule', { body }, { signal: left.signal }).then(
        (preview) => {
          shown.value = { preview, error: null };
        },
        (error: unknown) => {
          if (!left.signal.aborted && error instanceof ApiError) shown.value = { preview: null, error };
        },
      );
    const timer = setTimeout(() => void ask(), TYPED_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [JSON.stringify(body)]);
  return shown.value;
}

/** Gives a schedule whose grace nobody typed the one that fits it. */
export function useFittingGrace(
  preview: Preview | null,
  draft: Draft,
  set: (changes: Partial<Draft>) => void,
): void {
  useEffect(() => {
    const changes = preview && fitted(draft, preview.fitting_grace_sec);
    if (changes) set(changes);
  }, [preview?.fitting_grace_sec]);
}

/** The next runs in the zone of the schedule and in the person's. */
export function SchedulePreview({ preview }: { preview: Preview | null }) {
  if (!preview) return null;
  const isElsewhere = preview.tz !== null && preview.tz !== ZONE;
  return (
    <div class="preview" aria-live="polite">
      <p>
        <strong>{preview.in_words}</strong>
      </p>
      {preview.warnings.map(({ kind, detail }) => (
        <p key={kind} class="banner notice">
          {detail}
        </p>
      ))}
      {preview.cron !== null && (
        <ol aria-label="Next runs">
          {preview.next_runs.slice(0, SHOWN_RUNS).map(({ at, local }) => (
            <li key={at}>
              {local}
              {isElsewhere && <span class="soft"> · {hereText(at)} here</span>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const HERE = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });

function hereText(at: string): string {
  return HERE.format(Date.parse(at));
}
