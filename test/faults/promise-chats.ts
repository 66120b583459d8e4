import type { Alert } from '../../lib/domain/alerts/alert.ts';
import type { ChatJob, Facts } from './facts.ts';
import type { Holdings } from './ledger.ts';

/** Whose receivers may be down for as long as all tries take. */
const LONG = 'together';
/** What a chat answers to more than it takes. */
const TOO_LONG = 400;

/**
 * Whatever is on record as sent to a chat is named by a message as the chat shows it, each failure is on record, none is given
 * up on, and no message is refused for its length: what was a list is then told late, one by one.
 */
export function chatsNameAll({ chats, chatJobs, plan }: Facts, { alerts }: Holdings): string[] {
  return chatJobs.flatMap((job) => {
    const told = (alerts.get(job.id) ?? []).filter(({ channel }) => channel === 'webhook');
    const untold = told.filter(
      (alert) => isNews(alert) && alert.state === 'sent' && !isNamed(chats, job, alert),
    );
    const givenUp = told.filter(({ state }) => state === 'failed' && plan !== LONG);
    const refused = told.filter(({ attempts }) => attempts.some(({ status }) => status === TOO_LONG));
    const hasMiss = told.some(({ content }) => content.kind === 'miss');
    return [
      ...untold.map(({ sk }) => `${job.name}: alert ${sk} is sent, and no message names it`),
      ...givenUp.map(({ sk }) => `${job.name}: alert ${sk} was given up on`),
      ...refused.map(({ sk }) => `${job.name}: alert ${sk} was in a message that is too long`),
      ...(job.hasFailed && !hasMiss ? [`${job.name}: it failed, and no alert says so`] : []),
    ];
  });
}

function isNews({ content: { kind } }: Alert): boolean {
  return kind === 'miss' || kind === 'recovery';
}

/** A list has a line for each, up to its number; what is told alone begins with the name. */
function isNamed(chats: Facts['chats'], { name }: ChatJob, { content, createdAt }: Alert): boolean {
  const listed = new RegExp(`^• ${name}\\b.*\\bincident ${content.incident}\\b`);
  const alone = new RegExp(`^${name}\\b`);
  const saysBack = content.kind === 'recovery';
  return chats.some(
    ({ text, answered, at }) =>
      answered &&
      at >= createdAt &&
      text
        .split('\n')
        .some(
          (line) =>
            (listed.test(line) || alone.test(line)) &&
            /\b(recovered at|is back|came back)\b/.test(line) === saysBack,
        ),
  );
}
