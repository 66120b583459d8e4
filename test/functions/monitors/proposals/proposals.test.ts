import { describe, expect, it } from 'vitest';
import { NIGHTLY, pingBySchedule, pingedNightly } from '../../../support/service/pinged-by-schedule.ts';
import { expectNothingWritten, expectRefusal } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { fresh } from '../../../support/service/shared.ts';
import { watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = fresh(startTestService);
const alice = fresh(() => service.guest());

const pathOf = (id: string, rest = '') => `/api/endpoints/${id}/proposal${rest}`;
const proposalOf = async (id: string) => (await alice.call('GET', pathOf(id))).json;
const nightly = (runs: number) => pingedNightly(service, alice, runs);

describe('getProposal', () => {
  it('says how far it is while it saw too few runs', async () => {
    const id = await nightly(3);

    expect(await proposalOf(id)).toEqual({ learning: { runs: 3, of: 5 }, proposals: [], drifts: [] });
    // Somebody said how often this one is to be heard of.
    expect(await alice.read(id)).toMatchObject({ proposal: null, learning: null });
  });

  itThorough(
    'is awaited of a job by key that named no interval: it keeps the default and says how far it is',
    async () => {
      const key = await alice.ingestKey();
      await pingBySchedule(service, `/in/${key}/nightly`, NIGHTLY, 3);
      await service.call('GET', `/in/${key}/hourly?interval=3600`);

      const [nightly, hourly] = await alice.monitors();
      expect(nightly).toMatchObject({ interval_sec: 86_400, learning: { of: 5 } });
      expect(hourly).toMatchObject({ interval_sec: 3_600, learning: null });
      expect(await alice.read(nightly.id)).toMatchObject({ learning: { runs: 3, of: 5 } });
    },
  );

  it('proposes the rhythm of a job with its sum and the runs that it rests on', async () => {
    const id = await nightly(14);

    const { learning, proposals, drifts } = await proposalOf(id);

    expect({ learning, drifts }).toEqual({ learning: null, drifts: [] });
    expect(proposals).toEqual([
      {
        id: expect.stringMatching(/^rhythm-/),
        kind: 'rhythm',
        text: expect.stringMatching(/02:30.*4 min to 8 min.*14 runs from 2027-03-02 to 2027-03-15/),
        patch: { cron: '30 2 * * *', tz: 'UTC', grace_sec: 3_600 },
        rests_on: { runs: 14, from: '2027-03-02T02:34:00.000Z', to: '2027-03-15T02:37:00.000Z' },
        alternatives: expect.any(Array),
      },
    ]);
    const { id: proposed, kind, text } = proposals[0];
    expect((await alice.read(id))['proposal']).toEqual({ id: proposed, kind, text });
  });
});

describe('takeProposal', () => {
  it('changes the monitor as its PATCH would, writes it into the change log and is gone', async () => {
    const id = await nightly(10);
    const [{ id: proposal, patch }] = (await proposalOf(id))['proposals'];

    const { status, json } = await alice.call('POST', pathOf(id, '/take'), { proposal });

    expect({ status, json }).toMatchObject({ status: 200, json: { id, ...patch, proposal: null } });
    expect(json['next_expected_at']).toBe('2027-03-12T02:30:00.000Z');
    expect(await alice.read(id)).toMatchObject({ ...patch, proposal: null, learning: null });
    const [change] = (await alice.call('GET', `/api/endpoints/${id}/changes`)).json['changes'];
    expect(change).toMatchObject({ kind: 'changed', by: 'guest' });
    expect(change.fields).toContainEqual({ field: 'cron', from: null, to: '30 2 * * *' });
    expectRefusal(await alice.call('POST', pathOf(id, '/take'), { proposal }), {
      status: 404,
      error: 'not_found',
      names: ['proposal'],
    });
  });

  itThorough('takes an alternative by its place', async () => {
    const id = await nightly(8);
    const [{ id: proposal, alternatives }] = (await proposalOf(id))['proposals'];
    expect(alternatives.length).toBeGreaterThan(0);

    const { status } = await alice.call('POST', pathOf(id, '/take'), { proposal, alternative: 0 });

    expect(status).toBe(200);
    expect(await alice.read(id)).toMatchObject(alternatives[0].patch);
  });

  itThorough('says with dry_run what it would change and writes nothing', async () => {
    const id = await nightly(10);
    const [{ id: proposal, patch }] = (await proposalOf(id))['proposals'];

    const { status, json } = await alice.call('POST', pathOf(id, '/take?dry_run=true'), { proposal });

    expect({ status, json }).toMatchObject({ status: 200, json: { ...patch, dry_run: true } });
    expect((await proposalOf(id))['proposals'][0].id).toBe(proposal);
    expect(await alice.read(id)).toMatchObject({ cron: null });
  });

  itThorough('changes once what is repeated by a key', async () => {
    const id = await nightly(10);
    const [{ id: proposal }] = (await proposalOf(id))['proposals'];
    const once = () =>
      service.call('POST', pathOf(id, '/take'), {
        token: alice.token,
        body: { proposal },
        headers: { 'idempotency-key': 'take-it-once-0001' },
      });

    const [first, again] = [await once(), await once()];

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  itThorough(
    'works it out anew where something came between, and takes nothing that is gone by then',
    async () => {
      const id = await nightly(10);
      const [{ id: proposal }] = (await proposalOf(id))['proposals'];
      let isMet = false;
      const meet = async ({ command }: TableCall) => {
        if (isMet || !command.startsWith('TransactWrite')) return;
        isMet = true;
        await alice.call('POST', pathOf(id, '/dismiss'), { proposal });
      };

      const taken = await watchingTable(service, { before: meet }, () =>
        alice.call('POST', pathOf(id, '/take'), { proposal }),
      );

      expect(isMet).toBe(true);
      expectRefusal(taken, { status: 404, error: 'not_found' });
      expect(await alice.read(id)).toMatchObject({ cron: null, interval_sec: 172_800 });
    },
  );

  it('refuses what the runs since speak against', async () => {
    const id = await nightly(10);
    const [{ id: proposal }] = (await proposalOf(id))['proposals'];
    await alice.patch(id, { cron: '30 2 * * *', tz: 'UTC', grace_sec: 3_600 });

    await expectNothingWritten(service, () => alice.call('POST', pathOf(id, '/take'), { proposal }), {
      status: 404,
      error: 'not_found',
    });
  });
});

describe('dismissProposal', () => {
  it('is for good, and the same when it is repeated', async () => {
    const id = await nightly(10);
    const [{ id: proposal }] = (await proposalOf(id))['proposals'];

    for (const _ of [1, 2])
      expect((await alice.call('POST', pathOf(id, '/dismiss'), { proposal })).json).toEqual({
        ok: true,
        dismissed: proposal,
      });

    expect((await proposalOf(id))['proposals']).toEqual([]);
    await pingBySchedule(service, `/in/${id}`, NIGHTLY, 7);
    expect((await proposalOf(id))['proposals']).toEqual([]);
    expect(await alice.read(id)).toMatchObject({ proposal: null });
    expectRefusal(await alice.call('POST', pathOf(id, '/take'), { proposal }), {
      status: 404,
      error: 'not_found',
    });
  });
});

describe('the operations on proposals', () => {
  it.each([
    ['take', {}, 'corpo_invalido', ['proposal']],
    ['dismiss', {}, 'corpo_invalido', ['proposal']],
    ['take', { proposal: 7 }, 'corpo_invalido', ['proposal', '7']],
    ['take', { proposal: 'x'.repeat(65) }, 'corpo_invalido', ['proposal']],
    ['take', { proposal: 'x', alternative: -1 }, 'corpo_invalido', ['alternative', '-1']],
    ['take', { proposal: 'x', more: 1 }, 'campo_desconhecido', ['more']],
    ['take', [], 'corpo_invalido', []],
  ])('refuse %s of %j', async (what, body, error, names) => {
    const { id } = await alice.createMonitor();

    await expectNothingWritten(service, () => alice.call('POST', pathOf(id, `/${what}`), body), {
      status: 400,
      error,
      names,
    });
  });

  itThorough('refuse an alternative that there is not', async () => {
    const id = await nightly(10);
    const [{ id: proposal }] = (await proposalOf(id))['proposals'];

    await expectNothingWritten(
      service,
      () => alice.call('POST', pathOf(id, '/take'), { proposal, alternative: 99 }),
      { status: 404, error: 'not_found', names: ['alternative', '99'] },
    );
  });

  it('know no monitor of others, none that is unknown and no proposal that is none', async () => {
    const id = await nightly(6);
    const [{ id: proposal }] = (await proposalOf(id))['proposals'];
    const bob = await service.guest();
    const refused = { status: 404, error: 'not_found' };

    for (const [who, path, given] of [
      [bob, pathOf(id), proposal],
      [alice, pathOf('unknown'), proposal],
      [alice, pathOf(id), 'rhythm-unknown'],
    ] as const)
      for (const what of ['/take', '/dismiss'])
        await expectNothingWritten(
          service,
          () => who.call('POST', `${path}${what}`, { proposal: given }),
          refused,
        );
    expectRefusal(await bob.call('GET', pathOf(id)), refused);
  });
});
