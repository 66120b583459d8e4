import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serviceOptions } from '../../lib/local/settings/service-options.ts';
import { needsCurl } from '../support/lacking.ts';
import { startTestService } from '../support/service/service.ts';
import { expectRuns, marked } from '../support/machines/shown-commands.ts';

const ROOT = join(import.meta.dirname, '../..');
const README = await readFile(join(ROOT, 'README.md'), 'utf8');
const PAYMENTS = /^## Take payments\n(.*?)^## /ms.exec(README)?.[1] ?? '';
const BILLING = await readFile(join(ROOT, 'docs/billing.md'), 'utf8');
/** The commands of a text, without the one that starts the service and what is installed beside it. */
const blocksOf = (text: string) =>
  [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = '']) => commands);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-pay-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** How the service is started by a command of a page. */
function startedBy(command: string) {
  const [, name = '', value, args = ''] = /^(\w+)=(\S+) npm start -- (.+)$/m.exec(command) ?? [];
  return serviceOptions(args.split(' '), { [name]: value });
}

it.for([
  ['README', PAYMENTS, 3],
  ['page on billing', BILLING, 6],
] as const)('the payments of the %s are made as it shows them', async ([, text, count], test) => {
  needsCurl(test);
  const commands = blocksOf(text);
  const { billing } = startedBy(commands.find((each) => each.includes('npm start')) ?? '');
  await using service = await startTestService({ billing, startAt: Date.now() });
  await symlink(join(ROOT, 'docs'), join(folder, 'docs'));
  const script = marked(commands.filter((each) => !each.includes('npm start')).join(''));
  const here = script.replaceAll('http://localhost:8787', service.url);

  expect(await expectRuns(here, folder, { ROLLCALL: service.url })).toBe(count);
});
