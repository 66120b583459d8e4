import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ORIGIN_MARK_HEADER, VIEWER_ADDRESS_HEADER } from '../../../lib/contract/origin-mark.ts';
import { takeLineTurn } from '../../../lib/data/site/contact-lines.ts';
import { NETWORK_LINE, SERVICE_LINE } from '../../../lib/domain/site/contact-line.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { OFFERED_IDS } from '../../../lib/domain/site/placements.ts';
import { failTable } from '../../support/table/failing-table.ts';
import { contentsOf } from '../../support/service/refused.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { describeThorough, itThorough } from '../../support/thorough.ts';

const TEAM = 'team@example.com';
const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
const form = { name: 'Ana Souza', email: 'ana@example.org', message: 'Good morning!\nMay we talk?' };

const service = shared(() => startTestService({ users, operator: { contactTo: TEAM } }));
beforeAll(() => void (service.core.config.originMark = { text: 'mark' }));

/** Each test has networks of its own. */
let networks = 0;
beforeEach(() => {
  networks += 1;
});

const contact = (body: unknown, address = `198.51.100.${networks}`, at = service): Promise<Reply> =>
  at.call('POST', '/api/contact', {
    body,
    headers: { [ORIGIN_MARK_HEADER]: 'mark', [VIEWER_ADDRESS_HEADER]: address },
  });
const mails = () => service.mailbox.messages().filter(({ to }) => to === TEAM);
const kept = async (prefix: string, at = service) =>
  (await contentsOf(at)).filter(({ pk }) => String(pk).startsWith(prefix));
const waiting = () => kept('CONTACT#');
const lines = () => kept('LINE#');

describe('a message to the team', () => {
  it('is mailed to the team alone, to be answered to its sender, and then forgotten', async () => {
    const before = service.mailbox.messages().length;
    const reply = await contact({
      ...form,
      tipo: 'patrocinio',
      empresa: 'Ana & Filhos <Ltda>',
      site: 'https://example.org',
      orcamento: '500_2000',
      espaco: ['partners', 'pricing', 'partners'],
      duracao: '90',
      pagamento: 'usdc',
    });
    expect([reply.status, reply.json]).toEqual([200, { ok: true }]);
    const [message] = await waiting();
    await service.drain();

    expect(service.mailbox.messages()).toHaveLength(before + 1);
    const [mail] = service.mailbox.messages();
    expect(mail).toMatchObject({ to: TEAM, subject: 'Message to the team from Ana Souza' });
    expect(mail?.headers).toEqual([
      { name: 'Reply-To', value: 'ana@example.org' },
      { name: 'Auto-Submitted', value: 'auto-generated' },
      { name: 'X-Rollcall-Message-Id', value: String(message?.['pk']).slice('CONTACT#'.length) },
    ]);
    expect(mail?.text).toContain('    Good morning!\n    May we talk?');
    expect(mail?.text).toContain(
      'Kind: patrocinio\nCompany: Ana & Filhos <Ltda>\nSite: https://example.org\nBudget: 500_2000\nPlacements: partners, pricing\nDuration: 90 days\nPayment: usdc\n',
    );
    expect(mail?.html).toContain('Ana &amp; Filhos &lt;Ltda&gt;');
    expect(await waiting()).toEqual([]);
  });

  it('says nothing that was not sent, and takes no markup', async () => {
    await contact({ ...form, message: '</pre><script>alert(1)</script>\r\n-- \r\nE-mail: x@y' });
    await service.drain();

    const [mail] = mails();
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('&lt;/pre&gt;&lt;script&gt;');
    expect(mail?.text).toContain('\n    E-mail: x@y\n');
    expect(mail?.text).not.toMatch(/Company|Budget|Placements|Duration|Payment/);
  });

  it.each([
    ['name', { name: undefined }],
    ['name', { name: null }],
    ['name', { name: '  ' }],
    ['name', { name: 7 }],
    ['name', { name: 'x'.repeat(LIMITS.nameMaxChars + 1) }],
    ['name', { name: 'Ana\r\nBcc: victim@example.com' }],
    ['name', { name: 'Ana\u202Eevil' }],
    ['email', { email: undefined }],
    ['email', { email: 'ana' }],
    ['email', { email: 'a@example.org,b@example.org' }],
    ['email', { email: 'a@example.org\r\nBcc: victim@example.com' }],
    ['email', { email: 'Ana <a@example.org>' }],
    ['message', { message: undefined }],
    ['message', { message: '\n' }],
    ['message', { message: 'nul \u0000' }],
    ['message', { message: 'half \uD800' }],
    ['message', { message: 'x'.repeat(LIMITS.contactMessageMaxChars + 1) }],
    ['tipo', { tipo: 'venda' }],
    ['empresa', { empresa: 'a\nb' }],
    ['empresa', { empresa: '' }],
    ['site', { site: 'x'.repeat(LIMITS.contactLineMaxChars + 1) }],
    ['orcamento', { orcamento: 'muito' }],
    ['espaco', { espaco: ['no-such-place'] }],
    ['espaco', { espaco: 'partners' }],
    ['espaco', { espaco: Array.from({ length: 7 }, () => 'partners') }],
    ['duracao', { duracao: 31 }],
    ['pagamento', { pagamento: 'boleto' }],
  ])('is refused by the name of the field %s: %#', async (field, change) => {
    const before = await contentsOf(service);
    const reply = await contact({ ...form, ...change });

    expect([reply.status, reply.json['error'], reply.json['code']]).toEqual([400, 'contato_invalido', field]);
    expect(reply.json['detail']).toMatch(new RegExp(`^${field} (must be|is required: ) ?\\S`));
    expect(await contentsOf(service)).toEqual(before);
  });

  it('may be as long as it may be, in any script, with every placement', async () => {
    const message = '👩‍👩‍👧'.repeat(LIMITS.contactMessageMaxChars / 8);
    const reply = await contact({ ...form, name: 'أنا', message, espaco: OFFERED_IDS, duracao: 30 });
    await service.drain();

    expect(reply.status).toBe(200);
    expect(mails()[0]?.text).toContain(message);
  });

  it.each([
    ['a field that there is not', { ...form, cc: 'victim@example.com' }, 400, 'campo_desconhecido', 'cc'],
    ['no object', '[]', 400, 'corpo_invalido', undefined],
    ['a megabyte', { ...form, message: 'x'.repeat(1_000_000) }, 413, 'corpo_grande', undefined],
  ])('is refused with %s', async (_what, body, status, error, code) => {
    const { status: answered, json } = await contact(body);

    expect([answered, json['error'], json['code']]).toEqual([status, error, code]);
  });
});

describe('the line', () => {
  it('lets one message in ten seconds out of a network, and none is lost of fifty at once', async () => {
    const before = mails().length;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => contact({ ...form, message: `number ${index}` })),
    );
    const other = await contact({ ...form, message: 'of another network' }, '2001:db8:1:2::1');

    expect([...replies, other].map(({ status }) => status)).toEqual(Array.from({ length: 51 }, () => 200));
    const turns = (await waiting()).map((each) => (Number(each['outAt']) - service.clock.now()) / 1000);
    expect(turns.toSorted((one, next) => one - next)).toEqual([
      0,
      ...Array.from({ length: 50 }, (_, turn) => turn * LIMITS.contactGapSec),
    ]);
    for (const [sec, out] of [[0, 2], [9, 2], [1, 3], [200, 23], [280, 51]] as const) {
      if (sec > 0) service.clock.advance(sec);
      await service.drain();
      expect(mails().length - before).toBe(out);
    } // prettier-ignore
    const sent = mails()
      .slice(0, 51)
      .map(({ text }) => /number \d+|of another network/.exec(text ?? '')?.[0]);
    expect(new Set(sent).size).toBe(51);
    expect(await waiting()).toEqual([]);
  });

  itThorough('is one for a whole /64, and one for an IPv4 address however it is written', async () => {
    const outAt = async () =>
      (await waiting())
        .map((each) => Number(each['outAt']))
        .toSorted()
        .at(-1);
    const now = service.clock.now();
    await contact(form, '2001:db8:7:7::1');
    await contact(form, '2001:db8:7:7:ffff::2');
    expect(await outAt()).toBe(now + LIMITS.contactGapSec * 1000);
    await contact(form, '2001:db8:7:8::1');
    await contact(form, '203.0.113.9');
    expect(await outAt()).toBe(now + LIMITS.contactGapSec * 1000);
    await contact(form, '::ffff:203.0.113.9');
    await contact(form, '203.0.113.9');
    expect(await outAt()).toBe(now + 2 * LIMITS.contactGapSec * 1000);
    service.clock.advance(30);
    await service.drain();
  });

  it('keeps no address, and is refused past a quarter of an hour', async () => {
    const address = '192.0.2.77';
    const known = new Set((await lines()).map(({ pk }) => pk));
    expect((await contact(form, address)).status).toBe(200);
    const [own] = (await lines()).filter(({ pk }) => !known.has(pk));
    const name = String(own?.['pk']).slice('LINE#'.length);
    const [now, most] = [service.clock.now(), LIMITS.contactWaitMaxSec / LIMITS.contactGapSec];
    for (let turn = 1; turn <= most; turn++)
      expect(await takeLineTurn(service.core.table, { name, ...NETWORK_LINE }, now)).toBe(
        now + turn * 10_000,
      );
    const refused = await contact(form, address);

    expect([refused.status, refused.json['error']]).toEqual([429, 'muitos_envios']);
    expect(refused.headers.get('retry-after')).toBe(String(LIMITS.contactGapSec));
    expect(JSON.stringify(await contentsOf(service))).not.toContain(address);
    service.clock.advance(LIMITS.contactGapSec);
    expect((await contact(form, address)).status).toBe(200);
  });
});

describeThorough('what cannot be mailed at once', () => {
  it('is mailed by the check where the queue has lost it, once', async () => {
    await using own = await startTestService({ users, operator: { contactTo: TEAM } });
    const queue = own.core.config.queues.alerts;
    own.core.config.queues.alerts = queue.replace(/[^/]+$/, 'gone');
    expect((await contact(form, undefined, own)).status).toBe(200);
    expect(own.logged).toEqual(['queue_unavailable']);
    own.core.config.queues.alerts = queue;
    await own.check();
    expect(own.mailbox.messages()).toHaveLength(0);
    for (let turn = 0; turn < 3; turn++) {
      own.clock.advance(600);
      await own.check();
    }
    expect(own.mailbox.messages()).toHaveLength(1);
  });

  it('waits where many networks wrote in the hour, and goes out by the check', async () => {
    await using own = await startTestService({ users, operator: { contactTo: TEAM } });
    const [now, line] = [own.clock.now(), { name: 'ALL', ...SERVICE_LINE }];
    for (let turn = 0; turn < LIMITS.contactPerHour + 20; turn++)
      await takeLineTurn(own.core.table, line, now);
    expect((await contact(form, undefined, own)).status).toBe(200);
    const sentBy = async (sec: number) => {
      own.clock.advance(sec);
      await own.check();
      return own.mailbox.messages().length;
    };

    expect([await sentBy(900), await sentBy(299), await sentBy(1)]).toEqual([0, 0, 1]);
  });

  it('goes out again, under the same id, where it could not be forgotten', async () => {
    await using own = await startTestService({ users, operator: { contactTo: TEAM } });
    await contact(form, undefined, own);
    const failing = failTable(own, (command) => command === 'DeleteItemCommand');
    await own.drain();
    failing.end();
    expect(own.mailbox.messages()).toHaveLength(1);
    own.clock.advance(1_200);
    await own.check();
    const ids = own.mailbox
      .messages()
      .map(({ headers }) => headers.find(({ name }) => name === 'X-Rollcall-Message-Id')?.value);

    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await kept('CONTACT#', own)).toEqual([]);
  });
});

describe('a service', () => {
  it('without an address of the team answers 503, and records nothing', async () => {
    await using own = await startTestService({ users });
    const reply = await contact(form, undefined, own);

    expect([reply.status, reply.json['error']]).toEqual([503, 'indisponivel']);
    expect(await contentsOf(own)).toEqual([]);
  });

  it('without pages for strangers has nothing there, whatever is sent', async () => {
    await using own = await startTestService({ operator: { contactTo: TEAM } });
    const [good, bad] = [await contact(form, undefined, own), await contact('{', undefined, own)];
    const nowhere = await own.call('POST', '/api/nothing');

    expect([good.status, bad.status]).toEqual([404, 404]);
    expect(good.json).toEqual(nowhere.json);
    expect(bad.json).toEqual(nowhere.json);
    expect(await contentsOf(own)).toEqual([]);
  });

  it('lets pages of other sites send', async () => {
    const reply = await contact(form);

    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });
});
