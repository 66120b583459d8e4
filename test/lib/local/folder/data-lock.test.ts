import { mkdtemp, readFile, rm, stat, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockData } from '../../../../lib/local/folder/data-lock.ts';
import { StartError } from '../../../../lib/local/start-error.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rollcall-lock-'));
});
afterEach(() => rm(dir, { recursive: true }));

const lock = () => join(dir, 'lock');

it('keeps a second service off while the first one runs, and lets go at its end', async () => {
  const first = await lockData(dir);
  await expect(lockData(dir)).rejects.toThrow(StartError);
  await first.stop();

  await (await lockData(dir)).stop();
});

it.each([
  ['a number that another process has by now', () => '1'],
  ['nothing, as a power cut leaves it', () => ''],
  ['a process that began at another time', (own: string) => own.replace(/ \d+ /, ' 1 ')],
  ['a process of an earlier run of the machine', (own: string) => own.replace(/ [0-9a-f-]+$/, ' 0-0')],
  ['a process that is gone', (own: string) => own.replace(/^\d+/, '4194305')],
])('takes over a lock with %s', async (_, written) => {
  const before = await lockData(dir);
  const own = await readFile(lock(), 'utf8');
  await before.stop();
  await writeFile(lock(), written(own));

  const after = await lockData(dir);

  expect(await readFile(lock(), 'utf8')).toBe(own);
  await after.stop();
});

it('sets right who may read what an earlier service left, and nothing else', async () => {
  const modeOf = async (name: string) => ((await stat(join(dir, name))).mode & 0o777).toString(8);
  const left = ['rollcall.db', 'rollcall.db-wal', 'clock.json', 'mail.jsonl', 'hold.json', 'notes.txt'];
  for (const name of left) {
    await writeFile(join(dir, name), '');
    await chmod(join(dir, name), 0o644);
  }

  await (await lockData(dir)).stop();

  expect(await Promise.all(left.map(modeOf))).toEqual(['600', '600', '600', '600', '600', '644']);
});
