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
    ended: [...(content.superseded?.ended ?? []), ...(content.kind === 'recovery' ? [content.incident] : [])],
  }));
  return [...(before ? [before] : []), ...parts].reduce<Superseded>(
    (all, part) => {
      const ended = endsKept([...(all.ended ?? []), ...(part.ended ?? [])]);
      return {
        total: all.total + part.total,
        tries: all.tries + part.tries,
        last: [...all.last, ...part.last].slice(-NAMED_MAX),
        ...(ended.length > 0 && { ended }),
      };
    },
    { total: 0, tries: 0, last: [] },
  );
}

/** The oldest is the one that was told, so that it has to be closed where incidents are kept. */
function endsKept(ended: readonly number[]): number[] {
  const once = [...new Set(ended)];
  return once.length <= NAMED_MAX ? once : [...once.slice(0, 1), ...once.slice(1 - NAMED_MAX)];
}

function supersededOf(content: AlertContent): SupersededAlert {
  const { kind, alertId, incident, alertNumber, reason, downSince, recoveredAt, decidedAt } = content;
  const shared = { alertId, incident, alertNumber, reason };
  if (kind === 'recovery') return { kind, ...shared, at: recoveredAt ?? decidedAt };
  return { kind: 'miss', ...shared, at: alertNumber > 1 ? decidedAt : downSince };
}
