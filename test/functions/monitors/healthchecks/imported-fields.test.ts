import { expect, it } from 'vitest';
import { checksClient } from '../../../support/service/checks.ts';
import { contentsOf } from '../../../support/service/refused.ts';
import { startTestService, type Person } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { failing, watchingTable } from '../../../support/table/watching-table.ts';

const service = shared(startTestService);

let made = 0;
const newUuid = () => `0d18072a-7bde-4eee-af63-${String((made += 1)).padStart(12, '0')}`;
const simple = { slug: '', tags: '', desc: '', manual_resume: false, timeout: 86_400, grace: 3_600 };
const imported = (who: Person, checks: object[]) =>
  who.call('POST', '/api/import/healthchecks?apply=1', { checks });
const fieldItems = async () => (await contentsOf(service)).filter(({ sk }) => sk === 'CHECK');

it.each([
  ['of a plain check', {}],
  ['in which a period and its grace are alike', { timeout: 3_600, grace: 3_600 }],
  ['of a grace that is longer than its period', { timeout: 60, grace: 7_200 }],
  ['of a grace of some days', { timeout: 604_800, grace: 259_200 }],
  ['of a schedule', { timeout: undefined, schedule: '*/5 * * * *', tz: 'Europe/Berlin', grace: 600 }],
  ['of a slug and a description', { slug: 'db_dump', desc: 'Dumps db 1.\nAsk Ana.' }],
  ['of tags in their order and case', { tags: 'prod DB a/b prod' }],
  ['of a long name', { name: 'n'.repeat(100) }],
  ['of one that resumes by hand', { manual_resume: true }],
])('the fields %s read back as they were', async (_what, fields) => {
  const who = await service.guest();
  const check = { name: 'nightly', ...simple, ...fields, uuid: newUuid() };

  expect((await imported(who, [check])).json['created']).toHaveLength(1);

  const { json } = await checksClient(service, who.token).call('GET', `/checks/${check.uuid}`);
  expect(json).toMatchObject(JSON.parse(JSON.stringify(check)));
});

it('nothing is kept of a check that reads as its monitor does, and what is kept goes with the monitor', async () => {
  const [who, plain, said] = [await service.guest(), newUuid(), newUuid()];
  const before = await fieldItems();

  await imported(who, [
    { name: 'plain', ...simple, uuid: plain },
    { name: 'said', ...simple, desc: 'More.', uuid: said },
  ]);

  expect((await fieldItems()).length - before.length).toBe(1);
  await checksClient(service, who.token).call('DELETE', `/checks/${said}`);
  expect(await fieldItems()).toEqual(before);
});

it('an import that fails leaves none, and one that comes second keeps those of the first', async () => {
  const [alice, bob] = [await service.guest(), await service.guest()];
  const checks = Array.from({ length: 120 }, (_, at) => ({
    name: `job ${at}`,
    desc: 'hers',
    uuid: newUuid(),
  }));
  const before = await fieldItems();
  let writes = 0;
  const isCommit = failing(({ command }) => command === 'TransactWriteItemsCommand' && ++writes === 5);
  const broken = await watchingTable(service, { before: isCommit }, () => imported(alice, checks));
  expect(broken.status).toBe(500);
  expect(await fieldItems()).toEqual(before);

  let isFirst = true;
  const meanwhile = async ({ command }: { command: string }) => {
    if (!isFirst || command !== 'PutItemCommand') return;
    isFirst = false;
    await imported(alice, checks);
  };
  const late = checks.map((check) => ({ ...check, desc: 'his' }));
  const { json } = await watchingTable(service, { before: meanwhile }, () => imported(bob, late));

  expect(json['left_out']).toHaveLength(120);
  const { checks: hers } = (await checksClient(service, alice.token).call('GET', '/checks/')).json;
  expect((hers as { desc: string }[]).map(({ desc }) => desc)).toEqual(checks.map(() => 'hers'));
});
