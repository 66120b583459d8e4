import { afterEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../lib/adapters/ids.ts';
import type { Mailer, OutgoingMail } from '../../../../lib/adapters/alerts/mail.ts';
import { COOKIES } from '../../../../lib/contract/cookies.ts';
import { getOwner } from '../../../../lib/data/owners.ts';
import { getSession } from '../../../../lib/data/accounts/sessions.ts';
import { startOwnIssuer, type OwnIssuer } from '../../../../lib/local/issuer/own-issuer.ts';
import { clientSecretOf } from '../../../../lib/local/issuer/provider-settings.ts';
import { serviceOptions } from '../../../../lib/local/settings/service-options.ts';
import { StartError } from '../../../../lib/local/start-error.ts';
import { TestBrowser, toCallback } from '../../../support/browser/browser.ts';
import { freePorts } from '../../../support/servers/free-ports.ts';
import { startTestService } from '../../../support/service/service.ts';

let issuer: OwnIssuer | undefined;
afterEach(() => issuer?.stop());

const ISSUER = 'https://issuer.example/realm';
const ENV = { ISSUER_CLIENT_SECRET: 's3cret' };
const signInOf = (args: string[], env: Record<string, string> = {}) => {
  const { identity, issuerPort } = serviceOptions(args, env);
  return { identity, issuerPort };
};

describe('the options that say who signs people in', () => {
  it('are an issuer of the service where nothing is said, on the port that may be', () => {
    expect(signInOf([], ENV)).toEqual({ identity: 'own', issuerPort: null });
    expect(signInOf(['--issuer-port', '9000'])).toEqual({ identity: 'own', issuerPort: 9000 });
  });

  it('are another issuer, with the signs of a second factor', () => {
    const named = ['--issuer', ISSUER, '--issuer-client-id', 'rollcall'];
    const identity = { issuer: ISSUER, clientId: 'rollcall', clientSecret: { text: 's3cret' } };

    expect(signInOf(named, ENV)).toEqual({
      identity: { ...identity, secondFactor: { acr: [], amr: ['mfa'] } },
      issuerPort: null,
    });
    expect(signInOf([...named, '--issuer-acr', 'a b', '--issuer-amr', 'otp'], ENV).identity).toEqual({
      ...identity,
      secondFactor: { acr: ['a', 'b'], amr: ['otp'] },
    });
  });

  it.each([
    [
      ['--issuer', 'http://issuer.example', '--issuer-client-id', 'a'],
      '--issuer must be an https URL, or a loopback one beside a service on this machine; got http://issuer.example.',
    ],
    [['--issuer', ISSUER], '--issuer and --issuer-client-id belong together: set both or neither.'],
    [['--issuer-client-id', 'a'], '--issuer and --issuer-client-id belong together: set both or neither.'],
    [['--issuer-acr', 'a'], '--issuer-acr is set without --issuer.'],
    [
      ['--issuer', ISSUER, '--issuer-client-id', 'a', '--issuer-amr', ' '],
      '--issuer-amr must be one or several values without blanks, with one blank between them; got " ".',
    ],
    [
      ['--issuer', ISSUER, '--issuer-client-id', 'a', '--issuer-port', '1'],
      '--issuer-port is of the issuer of this machine, and --issuer names another one; give one of them.',
    ],
    [['--issuer-port', '0'], '--issuer-port must be a whole number from 1 to 65535; got 0.'],
    [['--issuer-port', '1e3'], '--issuer-port must be a whole number from 1 to 65535; got 1e3.'],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => signInOf(args, ENV)).toThrow(new StartError(sentence));
  });

  it('take the secret from the environment alone, and refuse without it', () => {
    expect(() => signInOf(['--issuer', ISSUER, '--issuer-client-id', 'a'])).toThrow(
      new StartError(
        '--issuer needs the environment variable ISSUER_CLIENT_SECRET: the secret of its client.',
      ),
    );
  });
});

it('people sign in at the issuer that was named', async () => {
  const port = await freePorts(1);
  const base = `http://localhost:${port}`;
  const mails: OutgoingMail[] = [];
  const mailer: Mailer = {
    send: async (mail) => {
      mails.push(mail);
      return { sent: true, outcome: 'sent', detail: 'Kept by the test.' };
    },
  };
  issuer = await startOwnIssuer({ port: 0, base, mailer, secret: 'of another' });
  const args = ['--issuer', issuer.identity.issuer, '--issuer-client-id', 'rollcall'];
  const env = { ISSUER_CLIENT_SECRET: clientSecretOf('of another') };
  await using service = await startTestService({ port, ...signInOf(args, env) });
  const browser = new TestBrowser();
  const mailbox = { messages: () => mails };

  const callback = await toCallback(browser, { url: service.url, mailbox }, 'ana@example.com');
  const reply = await browser.open(callback);

  expect(reply).toMatchObject({ status: 302, location: `${base}/account` });
  expect(service.mailbox.messages()).toEqual([]);
  const session = await getSession(service.core.table, hashOf(browser.cookie(base, COOKIES.session) ?? ''));
  expect(await getOwner(service.core.table, session?.ownerId ?? '')).toMatchObject({
    email: 'ana@example.com',
  });
});
