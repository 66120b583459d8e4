import type { Alert } from './alert.ts';
import { instantText } from './instant-text.ts';
import type { AlertContent, Superseded, SupersededAlert } from './alert-content.ts';

/** So many are named one by one in the JSON; a job that flaps must not make an alert grow. */
const NAMED_MAX = 10;
/** And so many in the text. */
const TOLD_MAX = 4;

/** What an alert stands for that is told in place of `older` ones, beside what it stood for before. */
export function superseding(before: Superseded | undefined, older: readonly Alert[]): Superseded {
  const parts = older.map(({ content, attempts }) => ({
    total: (content.superseded?.total ?? 0) + 1,
    tries: (content.superseded?.tries ?? 0) + attempts.length,
    last: [...(content.superseded?.last ?? []), supersededOf(content)],
  }));
  return [...(before ? [before] : []), ...parts].reduce(
    (all, part) => ({
      total: all.total + part.total,
      tries: all.tries + part.tries,
      last: [...all.last, ...part.last].slice(-NAMED_MAX),
    }),
    { total: 0, tries: 0, last: [] },
  );
}

/** One sentence that names what could not be delivered before; null when all was. */
export function supersededText({ superseded }: AlertContent): string | null {
  if (!superseded) return null;
  const told = superseded.last.slice(-TOLD_MAX);
  const others = superseded.total - told.length;
  const more = others === 0 ? [] : [`${others} older alert${others === 1 ? '' : 's'}`];
  return `Not delivered before: ${[...more, ...told.map(whatHappened)].join(', ')}.`;
}

function supersededOf(content: AlertContent): SupersededAlert {
  const { kind, alertId, incident, alertNumber, reason, downSince, recoveredAt, decidedAt } = content;
  const shared = { alertId, incident, alertNumber, reason };
  if (kind === 'recovery') return { kind, ...shared, at: recoveredAt ?? decidedAt };
  return { kind: 'miss', ...shared, at: alertNumber > 1 ? decidedAt : downSince };
}

function whatHappened({ kind, alertNumber, reason, at }: SupersededAlert): string {
  const when = instantText(at);
  if (kind === 'recovery') return `back at ${when}`;
  if (alertNumber > 1) return `still down at ${when}`;
  switch (reason) {
    case 'silence':
      return `went silent at ${when}`;
    case 'fail':
      return `failed at ${when}`;
    case 'too_long':
      return `ran too long at ${when}`;
  }
}
