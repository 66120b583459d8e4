import type { Alert } from './alert.ts';
import type { AlertContent, Superseded, SupersededAlert } from './alert-content.ts';

/** So many are named one by one in the JSON; a job that flaps must not make an alert grow. */
const NAMED_MAX = 10;

/** What an alert stands for once it is sent in place of `older` ones, beside what it stood for before. */
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

function supersededOf(content: AlertContent): SupersededAlert {
  const { kind, alertId, incident, alertNumber, reason, downSince, recoveredAt, decidedAt } = content;
  const shared = { alertId, incident, alertNumber, reason };
  if (kind === 'recovery') return { kind, ...shared, at: recoveredAt ?? decidedAt };
  return { kind: 'miss', ...shared, at: alertNumber > 1 ? decidedAt : downSince };
}
