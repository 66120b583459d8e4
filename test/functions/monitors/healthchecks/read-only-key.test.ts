import { expect, it } from 'vitest';
import { uniqueKeyOf } from '../../../../lib/flows/monitors/own-checks.ts';
import { signedIn } from '../../../support/accounts/session.ts';
import { checksClient } from '../../../support/service/checks.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const service = shared(startTestService);

/** The keys of a project there: one that may write, and one that only reads. */
async function clientsOf(version: number) {
  const alice = await signedIn(service);
  const keyed = async (readOnly: boolean) => {
    const body = { name: 'ci', organizationId: null, readOnly };
    return (await alice.call('POST', '/api/account/keys/create', body)).json['secret'] as string;
  };
  const [writing, reading] = [await keyed(false), await keyed(true)];
  return { writer: checksClient(service, writing, version), reader: checksClient(service, reading, version) };
}

/** `Check.to_dict(readonly=True)` (hc/api/models.py, 2026-08) has the one in the place of the others. */
const WRITERS_ONLY = ['uuid', 'ping_url', 'update_url', 'pause_url', 'resume_url', 'channels'];

it.each([1, 2, 3])(
  'a read-only key of version %i is shown checks by unique_key, and no ping URL',
  async (version) => {
    const { writer, reader } = await clientsOf(version);
    const made = await writer.create({ name: 'Nightly', tags: 'prod', timeout: 600, grace: 60 });
    const uuid = String(made['uuid']);
    const kept = Object.entries(made).filter(([name]) => !WRITERS_ONLY.includes(name));
    const shown = { ...Object.fromEntries(kept), unique_key: uniqueKeyOf(uuid) };

    expect((await reader.call('GET', '/checks/')).json).toEqual({ checks: [shown] });
    expect((await reader.call('GET', '/checks/?tag=none')).json).toEqual({ checks: [] });
    for (const named of [uuid, shown.unique_key])
      expect((await reader.call('GET', `/checks/${named}`)).json).toEqual(shown);
    expect((await reader.call('GET', `/checks/${shown.unique_key}/flips/`)).json).toEqual({ flips: [] });
    const badges = await reader.call('GET', '/badges/');
    expect(Object.keys(badges.json['badges']).toSorted()).toEqual(['*', 'prod']);
    for (const { text } of [await reader.call('GET', '/checks/'), badges])
      expect(text).not.toContain(uuid.slice(0, 8));
  },
);

/** What `@authorize` and not `@authorize_read` stands before (hc/api/views.py, 2026-08). */
it('a read-only key is a wrong one where there it is, and nothing is written', async () => {
  const { writer, reader } = await clientsOf(3);
  const { uuid } = await writer.create({ name: 'Nightly' });
  await reader.call('GET', '/checks/');
  const before = await contentsOf(service);

  for (const [method, path, body] of [
    ['POST', '/checks/', { name: 'x' }],
    ['POST', '/checks/', { name: 'x', api_key: reader.key }],
    ['POST', `/checks/${uuid}`, { name: 'x' }],
    ['POST', `/checks/${uuid}/pause`, {}],
    ['POST', `/checks/${uuid}/resume`, {}],
    ['DELETE', `/checks/${uuid}`, undefined],
    ['GET', `/checks/${uuid}/pings/`, undefined],
    ['GET', `/checks/${uuid}/pings/1/body`, undefined],
    ['GET', '/channels/', undefined],
  ] as const) {
    const { status, json } = await reader.call(method, path, body);
    expect([method, path, status, json]).toEqual([method, path, 401, { error: 'wrong api key' }]);
  }

  expect(await contentsOf(service)).toEqual(before);
});
