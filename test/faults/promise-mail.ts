import type { Facts } from './facts.ts';
import type { Holdings } from './ledger.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Mails to strangers stay within their caps: a day's of a mailbox, an hour's of a domain (DECISIONS.md "Channels" 7). */
export function strangersLeftAlone({ mails }: Facts): string[] {
  const questions = mails.filter(({ id }) => id === 'question');
  const mailbox = ({ to }: { to: string }) => {
    const [local = '', domain = ''] = to.toLowerCase().split('@');
    return `${local.split('+')[0]?.replaceAll('.', '')}@${domain}`;
  };
  const domain = ({ to }: { to: string }) => to.split('@')[1] ?? '';
  return [
    ...tooMany(
      Map.groupBy(questions, (mail) => `${mailbox(mail)} on day ${Math.floor(mail.at / DAY_MS)}`),
      3,
    ),
    ...tooMany(
      Map.groupBy(questions, (mail) => `${domain(mail)} in hour ${Math.floor(mail.at / HOUR_MS)}`),
      20,
    ),
  ];
}

/** Nobody complains of alerts here, only of strangers' questions: no alert of a customer ends by that. */
export function complaintsEndOwnMails({ monitors }: Facts, { alerts }: Holdings): string[] {
  return monitors.flatMap(({ id, name }) =>
    (alerts.get(id) ?? []).flatMap(({ sk, attempts }) =>
      attempts.some(({ outcome }) => outcome === 'complained')
        ? [`${name}: alert ${sk} ended by a complaint`]
        : [],
    ),
  );
}

/** A mailbox that has agreed hears of each job that is down since before. */
export function agreedHear({ awaited, mails }: Facts): string[] {
  const isTold = (name: string, address: string) =>
    mails.some(({ id, to, text }) => id === 'alert' && to === address && new RegExp(`${name}\\b`).test(text));
  return awaited.flatMap(({ name, address }) =>
    isTold(name, address) ? [] : [`${address} agreed and never heard of ${name}`],
  );
}

/** A mail whose answer was lost comes again, and counts once. */
function tooMany(mails: Map<string, { to: string }[]>, most: number): string[] {
  return [...mails].flatMap(([where, some]) => {
    const count = new Set(some.map(({ to }) => to)).size;
    return count > most ? [`${count} questions went to ${where}`] : [];
  });
}
