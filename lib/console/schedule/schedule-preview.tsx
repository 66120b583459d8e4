import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import type { Input, Output } from '../api/operations.ts';
import { fitted, type Draft } from './draft.ts';
import { inWords } from '../words/wire-words.ts';
import { zone } from '../state/zone.ts';

type Preview = Output<'previewSchedule'>;

const TYPED_MS = 250;
const SHOWN_RUNS = 5;

/** What the service says of a schedule while it is typed. */
interface Previewed {
  preview: Preview | null;
  /** Why it refuses the schedule; null where it does not, or was not heard. */
  refused: string | null;
}

const NONE: Previewed = { preview: null, refused: null };

/**
 * Asks a moment after the last change; what came of an older text is dropped. Null for one that need not be asked for,
 * since something is wrong with it.
 */
export function usePreview(body: Input<'previewSchedule'>['body'] | null): Previewed {
  const key = JSON.stringify(body);
  const shown = useSignal<Previewed & { of: string }>({ ...NONE, of: '' });
  useEffect(() => {
    if (body === null) {
      shown.value = { ...NONE, of: key };
      return;
    }
    const left = new AbortController();
    const ask = async () => {
      try {
        shown.value = { preview: await previewed(body, left.signal), refused: null, of: key };
      } catch (error) {
        if (left.signal.aborted || !(error instanceof ApiError)) return;
        shown.value = { preview: null, refused: error.status === 400 ? error.message : null, of: key };
      }
    };
    const timer = setTimeout(() => void ask(), TYPED_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [key]);
  const { preview, refused, of } = shown.value;
  return { preview, refused: of === key ? refused : null };
}

const previewed = (body: Input<'previewSchedule'>['body'], signal: AbortSignal) =>
  call('previewSchedule', { body }, { signal });

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
  const isElsewhere = preview.tz !== null && preview.tz !== zone.value;
  return (
    <div class="preview" aria-live="polite">
      <p>
        <strong>{preview.in_words}</strong>
      </p>
      {preview.warnings.map(({ kind, detail }) => (
        <p key={kind} class="banner notice">
          {inWords(detail)}
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
