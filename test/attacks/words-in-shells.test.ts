import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { curlLine } from '../../lib/console/paying/curl-line.ts';
import { withCalls } from '../../lib/console/screens/import/with-calls.ts';
import { callPlacesOf } from '../../lib/domain/monitors/crontab/call-places.ts';
import { readCrontab } from '../../lib/domain/monitors/crontab/read-crontab.ts';
import { parseCron } from '../../lib/domain/schedule/parse-cron.ts';
import { ingestCron } from '../../lib/render/monitors/ingest-commands.ts';
import { Dice } from '../fuzz/dice.ts';
import { byCron, ran } from '../support/machines/shells.ts';
import { rounds } from '../support/thorough.ts';
import { WORDS } from './hostile-words.ts';

const URL_OF_PINGS = 'https://in.example.com/in/0123456789abcdefghjkmnpqrs';
let folder: string;
let env: Record<string, string>;

/** A folder in which `curl` only notes its words, one a line. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'words-'));
  const curl = join(folder, 'curl');
  await writeFile(curl, `#!/bin/sh\nprintf '%s\\n' "$@" >>"${folder}/told"\n`);
  await chmod(curl, 0o755);
  env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder };
});
beforeEach(() => rm(join(folder, 'told'), { force: true }));
afterAll(() => rm(folder, { recursive: true }));

const told = () => readFile(join(folder, 'told'), 'utf8').catch(() => '');
const inFolder = (shell: string, command: string, input = '') =>
  ran(shell, ['-c', `cd '${folder}' && { ${command}\n}`], input, env);

it.each(Object.entries(WORDS))('a call that is shown to be pasted hands over %s and runs none of it', async (_kind, word) => {
  const url = `https://example.com/x?tag=${word.replaceAll('\0', '').toWellFormed()}`;
  const body = JSON.stringify({ name: word.toWellFormed(), tags: [word.toWellFormed()] });
  const headers = new Headers({ 'idempotency-key': word.replaceAll(/[^ -~]/g, '') });

  for (const shell of ['sh', 'bash']) {
    const { code, stderr } = await inFolder(shell, curlLine({ method: 'POST', url, headers, body }, true));
    expect([code, stderr]).toEqual([0, '']);
  }

  const words = (await told()).split('\n');
  expect(words.filter((each) => each === body)).toHaveLength(2);
  expect((await readdir(folder)).toSorted()).toEqual(['curl', 'told']);
}); // prettier-ignore

it('a schedule that is taken makes one line of a crontab, of five fields and our command', () => {
  const dice = new Dice(7);
  const fields = ['*', '*', '*', '*', '1', '1-3', '1,2', '*/5', '%', '#', ';', '$(a)', '1\u00a0'];
  const between = [' ', ' ', ' ', '\t', '  ', '\n', '\r', '\v', '\u00a0'];
  const texts = Array.from({ length: 5_000 }, () =>
    Array.from({ length: 5 }, () => dice.pick(fields) + dice.pick(between)).join(''),
  );
  const taken = texts.filter((cron) => parseCron(cron) !== null);

  expect(taken.length).toBeGreaterThan(20);
  for (const cron of taken)
    expect(ingestCron(URL_OF_PINGS, { intervalSec: 60, cron, tz: 'UTC' })).toMatch(/^(?:[\w*,/-]+ ){5}\/path\/to\/your-job; curl [^\n\r%]* # schedule is read in UTC$/);
}); // prettier-ignore

/** What a shell reads in its own way; nothing of it writes, and none names the process that runs it. */
const SIGNS = [
  'echo a', 'false', '(exit 3)', 'exit 4', ' ', ' ', ' ', '; ', "'", '"', '`', '$(', ')', '(', ' # b', '#', '&', ' && ', ' || ',
  ' | ', '\\', '\\%', '{ ', '; }', '!', '! ', '"a b"', "'c d'", '$?', '${x:-y}', '${x#y}', 'x=1 ', '>/dev/null', ' 2>&1', '<<E',
  'if true; then ', '; fi', 'case a in a) ', 'esac', ';;', '\t', '\u00a0', '\v', '\r', 'é', '$#', 'wait', 'cat', 'eval ', 'set -e; ',
  'trap "echo t" 0; ', ': ', '\\;', '[ a = b ]', '%in',
]; // prettier-ignore

it('a crontab given back runs what it ran, nothing else, and tells how that ended', async () => {
  const dice = new Dice(11);
  let compared = 0;
  for (let count = 0; count < rounds(120, 1_000); count += 1) {
    const begin = dice.pick(['echo a', 'false', '(exit 3)', "echo 'q r'", '! true']);
    const line = `0 3 * * * ${begin}${Array.from({ length: dice.between(1, 7) }, () => dice.pick(SIGNS)).join('')}`;
    const created = readCrontab(line).recognized.map((each) => ({ ...each, id: '', ingest_url: URL_OF_PINGS }));
    const { text, left } = withCalls(line, { existing: [], created, calls: callPlacesOf(line) });
    for (const shell of left > 0 || created.length === 0 ? [] : ['sh', 'bash']) {
      const [before, after] = [byCron(line), byCron(text)];
      if ((await ran(shell, ['-n', '-c', before.command])).stderr !== '') continue;
      const once = await ran(shell, ['-c', before.command], before.input, env);
      if (/syntax|unexpected|unterminated|here-doc/i.test(once.stderr)) continue;
      await rm(join(folder, 'told'), { force: true });
      const again = await ran(shell, ['-c', after.command], after.input, env);

      compared += 1;
      // What runs in the background says it before or after the rest, as it comes.
      const said = (text: string) => (line.includes('&') ? text.split('\n').toSorted().join('\n') : text);
      expect([line, said(again.stdout), (await told()).split('\n').slice(-2)]).toEqual([line, said(once.stdout), [`${URL_OF_PINGS}/${once.code}`, '']]);
    }
  }
  expect(compared).toBeGreaterThan(rounds(40, 350));
}, 600_000); // prettier-ignore
