import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { needsCurl } from '../support/lacking.ts';
import { startTestService } from '../support/service/service.ts';

const run = promisify(execFile);
const PAGE = await readFile(new URL('../../docs/monitors-as-code.md', import.meta.url), 'utf8');
const COMMANDS = [...PAGE.matchAll(/^```sh\n(.*?)^```/gms)].map((found) => found[1] ?? '').join('');
/** What the page shows after commands: the lines of each comment. */
const SHOWN = /(?:^# .*\n)+/gm;
const EXPECTED = [...COMMANDS.matchAll(SHOWN)].map(([lines]) => lines.replaceAll(/^# /gm, '').trim());

/** A text in which ids and origins are the same whatever the run. */
function alike(text: string): string {
  return text.replaceAll(/\b[0-9a-z]{26}\b/g, 'ID').replaceAll(/http:\/\/localhost:\d+/g, 'ORIGIN');
}

it('the commands of docs/monitors-as-code.md print what it shows', async (test) => {
  needsCurl(test);
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-code-'));
  await using old = await startTestService();
  await using fresh = await startTestService();
  const [alice, again] = [await old.guest(), await fresh.guest()];
  const script = COMMANDS.replaceAll(SHOWN, "printf '=====\\n'\n");

  const { stdout } = await run('/bin/sh', ['-c', script], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      URL: old.url,
      TOKEN: alice.token,
      NEW_URL: fresh.url,
      NEW_TOKEN: again.token,
    },
  });

  const printed = stdout.split('=====\n').slice(0, -1);
  expect(EXPECTED.length).toBeGreaterThanOrEqual(8);
  expect(printed).toHaveLength(EXPECTED.length);
  for (const [index, text] of EXPECTED.entries()) {
    const [start = ''] = alike(text).split('…');
    expect(alike(printed[index] ?? '').slice(0, start.length)).toBe(start);
  }
  await rm(folder, { recursive: true });
});

it('a schedule is previewed, put, pinged, moved to another service, and its silence is told there', async () => {
  await using old = await startTestService();
  await using fresh = await startTestService();
  const [alice, again] = [await old.guest(), await fresh.guest()];
  const settings = { cron: '0 * * * *', tz: 'Europe/Berlin', grace_sec: 300 };
  const preview = (await old.call('POST', '/api/schedule/preview', { body: settings })).json;
  const put = (await alice.call('PUT', '/api/endpoints/by-slug/hourly-sync', settings)).json;
  expect(put['next_expected_at']).toBe(preview['next_runs'][0]['at']);

  const file = (await alice.call('GET', '/api/export')).json;
  await again.call('POST', '/api/import/json?apply=1', file);
  const { key } = (await again.call('GET', '/api/ingest-key')).json;
  const { endpoint_id: id, created } = (await fresh.call('GET', `/in/${key}/hourly-sync`)).json;
  expect(created).toBe(false);
  fresh.clock.advance((Date.parse(preview['next_runs'][0]['deadline_at']) - fresh.clock.now()) / 1000 + 1);
  await fresh.check();

  const { json } = await again.call('GET', `/api/endpoints/${id}`);
  expect(json).toMatchObject({
    slug: 'hourly-sync',
    state: 'late',
    incident: { number: 1, reason: 'silence', since: preview['next_runs'][0]['deadline_at'] },
  });
  const put200 = await again.call('PUT', '/api/endpoints/by-slug/hourly-sync', settings);
  expect([put200.status, put200.json['state']]).toEqual([200, 'late']);
});
