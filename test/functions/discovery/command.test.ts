import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMAND, POWERSHELL_COMMAND } from '../../../functions/discovery/command/rollcall.built.ts';
import { needsCurl, needsProgram } from '../../support/lacking.ts';
import { ran } from '../../support/machines/shells.ts';
import { ROLLCALL } from '../../support/machines/rollcall-command.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';

const service = shared(startTestService);

const COMMANDS = [
  ['rollcall.sh', COMMAND],
  ['rollcall.ps1', POWERSHELL_COMMAND],
] as const;
const page = readFileSync('docs/rollcall.md', 'utf8');

it.each(COMMANDS)(
  '%s is served byte by byte, with its checksum, and names no service',
  async (name, { text }) => {
    const reply = await fetch(`${service.url}/${name}`);
    const bytes = Buffer.from(await reply.arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');

    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(bytes.toString()).toBe(text);
    expect((await service.call('GET', `/${name}.sha256`)).text).toBe(`${sha256}  ${name}\n`);
    expect(text).not.toMatch(/\b(?:hpk|mmk|hp)_\w|https?:\/\/\w/);
  },
);

it('has the checksum that its page names, and the version of the project', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

  expect(page.match(/\b[0-9a-f]{64}\b/g)).toEqual(COMMANDS.map(([, { sha256 }]) => sha256));
  expect((await ran('sh', [ROLLCALL, '--version'])).stdout).toBe(`rollcall ${version}\n`);
  expect(POWERSHELL_COMMAND.text).toContain(`$version = '${version}'\n`);
});

it('is installed by the commands of its page', async (test) => {
  needsCurl(test);
  needsProgram(test, 'sha256sum', 'coreutils');
  const [commands = ''] = /(?<=```sh\n)curl -fsSO[^`]*(?=```)/.exec(page) ?? [];
  const here = commands
    .replaceAll('http://localhost:8787', service.url)
    .replace('less rollcall.sh', 'cat rollcall.sh >/dev/null')
    .replace(
      'sudo install -m 755 rollcall.sh /usr/local/bin/rollcall',
      'install -m 755 rollcall.sh ./rollcall',
    );

  const { code, stdout, stderr } = await ran('sh', [
    '-ec',
    `cd "$(mktemp -d)"\ntrap 'rm -r "$PWD"' EXIT\n${here}\n./rollcall --version`,
  ]);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^rollcall\.sh: OK\nrollcall \d/);
});
