import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LocalServiceOptions } from '../../../lib/local/service.ts';
import { StartError } from '../../../lib/local/start-error.ts';
import { freePorts, occupy } from '../../support/servers/free-ports.ts';
import { startTestService } from '../../support/service/service.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'rollcall-test-'))));
afterEach(() => rm(folder, { recursive: true }));

/** What a start of the service with the data of the test says of who signs people in. */
async function identityOf(options: Partial<LocalServiceOptions>) {
  await using service = await startTestService({ identity: 'own', dataDir: folder, ...options });
  const { identity, signInOff } = service.core.config;
  return { issuer: identity?.issuer, signInOff, note: service.note };
}

const at = (port: number) => ({ issuer: `http://127.0.0.1:${port}`, signInOff: undefined, note: null });

describe('the issuer of one machine', () => {
  it('stands on the next port, and stays where accounts are when the service moves', async () => {
    const port = await freePorts(4);

    expect(await identityOf({ port })).toEqual(at(port + 1));
    expect(await identityOf({ port: port + 2 })).toEqual(at(port + 1));
    expect(await identityOf({ port: 0 })).toEqual(at(port + 1));
  });

  it('takes no other port when its own is taken, also not for the next start', async () => {
    const port = await freePorts(2);
    const taken = await occupy(port + 1);
    const { issuer, signInOff } = await identityOf({ port });
    taken?.close();

    expect(issuer).toBeUndefined();
    expect(signInOff).toMatch(
      new RegExp(`^Sign-in is off because port ${port + 1}, .* is not free: .*--issuer-port.*\\.$`),
    );
    expect(await identityOf({ port })).toEqual(at(port + 1));
  });

  it('says what another port means for accounts, and is back where it was without it', async () => {
    const port = await freePorts(4);
    await identityOf({ port });
    const moved = await identityOf({ port, issuerPort: port + 3 });

    expect(moved.issuer).toBe(`http://127.0.0.1:${port + 3}`);
    expect(moved.note).toContain(`Who signed in by port ${port + 1} begins a new account`);
    expect(await identityOf({ port })).toEqual(at(port + 1));
  });

  it('refuses to start where the port that was said is taken', async () => {
    const port = await freePorts(1);
    const taken = await occupy(port);
    const sentence = `Port ${port} is already in use; choose another one with --issuer-port.`;

    await expect(identityOf({ port: 0, issuerPort: port })).rejects.toThrow(new StartError(sentence));
    taken?.close();
  });
});
