import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api/api-error.ts';
import { Button } from './button.tsx';

/** What stands where there is nothing yet: what it would be, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="notice empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Why something could not be shown, in the service's own sentence; `again` is what is done about it. */
export function Failed({ error, again, retry }: { error: ApiError; again: string; retry: () => unknown }) {
  return (
    <div class="notice failed" role="alert">
      <h2>{error.isPassing ? 'Cannot reach the service' : 'Cannot show this'}</h2>
      <p>
        {error.message}
        {again}
      </p>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

/** What stands until something came; shown after a moment, so that what comes at once does not flicker. */
export function Loading({ lines = 4, what = 'Loading' }: { lines?: number; what?: string }) {
  return (
    <div class="loading" role="status">
      <span class="unseen">{what}</span>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} class="line" />
      ))}
    </div>
  );
}

/** One sentence that is to be heeded, above what it is about. */
export function Notice({
  kind = 'notice',
  children,
}: {
  kind?: 'notice' | 'late' | 'ok';
  children: ComponentChildren;
}) {
  return <div class={`banner ${kind}`}>{children}</div>;
}
