import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { fresh } from '../support/service/shared.ts';
import { consentPathIn } from '../support/alerts/alerting.ts';

const service = fresh(startTestService);

/** How many monitors tell each address. */
const SHARES = { 'ops@a.example.com': 120, 'dba@b.example.com': 60, 'boss@c.example.com': 20 };
type Address = keyof typeof SHARES;
const ADDRESSES = Object.keys(SHARES) as Address[];

const nameOf = (address: Address, at: number) => `job ${address.slice(0, 3)} ${at} end`;

/** Which jobs mails to an address name, each once a mail. */
function namedTo(address: Address, mails: ReturnType<typeof service.mailbox.messages>): string[] {
  return mails
    .filter(({ to }) => to === address)
    .flatMap(({ subject, text }) => [...new Set(`${subject}\n${text}`.match(/job [a-z]{3} \d+ end/g))]);
}

const expected = (address: Address) =>
  Array.from({ length: SHARES[address] }, (_, at) => nameOf(address, at)).toSorted();

it(
  'two hundred jobs of one owner that fail and come back tell each address of its own, once',
  { timeout: 120_000 },
  async () => {
    const guest = await service.guest();
    const monitors = ADDRESSES.flatMap((address) =>
      expected(address).map((name) => ({ name, interval_sec: 86_400, alert_to: address })),
    );
    const made = await guest.call('POST', '/api/import/json?apply=1', { version: 1, monitors });
    expect(made.status).toBe(200);
    await service.drain();
    for (const { text } of service.mailbox.messages())
      await service.call('POST', `${consentPathIn(text)}/confirm`);
    const ids = (await guest.monitors()).map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(200);

    for (const act of ['fail', 'ping'] as const) {
      const before = service.mailbox.messages().length;
      for (const id of ids) await service[act](id);
      for (let check = 0; check < 3; check++) {
        await service.check();
        service.clock.advance(300);
      }
      const mails = service.mailbox.messages().slice(0, -before);
      for (const address of ADDRESSES) expect(namedTo(address, mails).toSorted()).toEqual(expected(address));
      // A mail has a hundred at most.
      expect(mails).toHaveLength(4);
    }
  },
);
