import { describe, expect, it } from 'vitest';
import {
  CONTACT_TO_RULE,
  isRegistryKey,
  operatorOf,
  PROVIDER_NAME_RULE,
  SECURITY_CONTACT_RULE,
  OPERATOR_TOKEN_RULE,
  PANEL_SOURCES_RULE,
} from '../../../../lib/domain/statistics/operator/operator-settings.ts';
import { serviceOptions } from '../../../../lib/local/settings/service-options.ts';
import { StartError } from '../../../../lib/local/start-error.ts';
import { OPERATOR, OPERATOR_TOKEN } from '../../../support/accounts/operator.ts';

const operatorBy = (...args: string[]) => serviceOptions(args).operator;

it('an option that is given twice is refused, and a URL shown without its password', () => {
  expect(() => serviceOptions(['--port', '8001', '--port', '8002'])).toThrow(
    /^--port is given twice; give it once\./,
  );

  for (const password of ['secret', 'a/secret', 'a@secret', 'secret#1']) {
    const given = () => operatorBy('--panel-sources', `http://user:${password}@one.example/x`);
    expect(given).toThrow('got http://***@one.example/x.');
    expect(given).not.toThrow('secret');
  }
});

describe('the options that say who runs the service', () => {
  it('say nothing where nothing is said', () => {
    expect(operatorBy()).toEqual({});
    expect(operatorOf({})).toEqual({
      provider: null,
      securityContact: null,
      registryKey: null,
      contactTo: null,
    });
  });

  it('are told to the functions as they are set', () => {
    const { providerName, providerUrl, securityContact, mcpRegistryKey, contactTo, panelSources } = OPERATOR;
    const given = operatorBy(
      '--public-pages',
      'on',
      '--provider-name',
      providerName,
      '--provider-url',
      providerUrl,
      '--security-contact',
      securityContact,
      '--mcp-registry-key',
      mcpRegistryKey,
      '--contact-to',
      contactTo,
      '--panel-sources',
      panelSources,
    );

    expect(given).toEqual(OPERATOR);
    expect(operatorOf(given)).toEqual({
      provider: { name: providerName, url: providerUrl },
      securityContact,
      registryKey: mcpRegistryKey,
      contactTo,
    });
  });

  it('take both kinds of keys that the registry knows', () => {
    const compressed = `v=MCPv1; k=ecdsap384; p=${Buffer.alloc(49, 2).toString('base64')}`;

    expect(isRegistryKey(compressed)).toBe(true);
  });

  it.each([
    [['--provider-name', ' '], `--provider-name must be ${PROVIDER_NAME_RULE}; got " ".`],
    [
      ['--contact-to', 'a@b.example,c@d.example'],
      `--contact-to must be ${CONTACT_TO_RULE}; got a@b.example,c@d.example.`,
    ],
    [
      ['--panel-sources', 'http://a.example'],
      `--panel-sources must be ${PANEL_SOURCES_RULE}; got http://a.example.`,
    ],
    [['--security-contact', 'me'], `--security-contact must be ${SECURITY_CONTACT_RULE}; got me.`],
    [
      ['--contact-to', 'team@example.com'],
      '--contact-to is set with --public-pages off, where nobody can write: set --public-pages on, or leave it out.',
    ],
    [
      ['--provider-url', 'https://example.com'],
      '--provider-url is set without --provider-name: say whose address it is.',
    ],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => operatorBy(...args)).toThrow(new StartError(sentence));
  });

  it('give the operator token, of the command line before that of the environment', () => {
    const env = { OPERATOR_TOKEN: OPERATOR_TOKEN };
    const other = 'x'.repeat(32);

    expect(serviceOptions([], env).operatorToken).toBe(OPERATOR_TOKEN);
    expect(serviceOptions(['--operator-token', other], env).operatorToken).toBe(other);
    expect(serviceOptions([], { OPERATOR_TOKEN: '' })).not.toHaveProperty('operatorToken');
  });

  it.each(['x'.repeat(31), 'x'.repeat(201), `hp_${'x'.repeat(43)}`, `two words ${'x'.repeat(32)}`])(
    'refuse an operator token that breaks its rule, and do not repeat it: %s',
    (text) => {
      const rule = `must be ${OPERATOR_TOKEN_RULE}.`;

      expect(() => serviceOptions(['--operator-token', text])).toThrow(`--operator-token ${rule}`);
      expect(() => serviceOptions([], { OPERATOR_TOKEN: text })).toThrow(
        `The environment variable OPERATOR_TOKEN ${rule}`,
      );
    },
  );
});
