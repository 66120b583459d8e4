import { expect, it } from 'vitest';
import { SETTINGS_GROUPS, valueIn } from '../../../../lib/config/groups.ts';
import { awsSettings } from '../../../../lib/config/settings/read.ts';
import { environmentBy } from '../../../../lib/config/settings/group-texts.ts';
import { awsRows, defaultSettings, machineRows } from '../../../../lib/config/settings/all-settings.ts';

const rows = [
  ...awsRows.map(([name, row]) => [`${name} of a deployment`, row] as const),
  ...machineRows.map(([name, row]) => [`${name} of one machine`, row] as const),
];

it.each(rows.filter(([, row]) => 'default' in row))('the default of %s keeps its rule', (_, row) => {
  expect(row.form(row.default)).not.toBe(undefined);
});

it('no setting stands in two tables', () => {
  for (const names of [awsRows, machineRows].map((table) => table.map(([name]) => name)))
    expect(names).toEqual([...new Set(names)]);
});

const guarded = awsRows.filter(([, { isGuarded }]) => isGuarded);

it('a setting of what is secret names its rule where it is refused, and not what was given', () => {
  expect(guarded.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'rpcUrl',
      'homologCredentialSha256',
      'issuerClientSecretArn',
      'serviceSecretArn',
    ]),
  );
  for (const [name, { rule }] of guarded)
    expect(() => awsSettings({ [name]: 'the secret' }, 0)).toThrow(new Error(`${name} must be ${rule}.`));
});

it('what is told by default is read back as it is meant', () => {
  const env = environmentBy({
    ...defaultSettings,
    signUp: 'example.com, example.org',
    admins: 'a@example.com',
  });

  expect(valueIn(SETTINGS_GROUPS.access, env)).toEqual({
    signUp: { domains: ['example.com', 'example.org'] },
    admins: ['a@example.com'],
  });
  expect(valueIn(SETTINGS_GROUPS.guestMails, env)).toEqual({ perHour: defaultSettings.guestMailsPerHour });
  expect(valueIn(SETTINGS_GROUPS.securityHeaders, env)).toEqual({ by: 'edge' });
  expect(valueIn(SETTINGS_GROUPS.hold, env)).toBe(null);
  expect(valueIn(SETTINGS_GROUPS.identity, env)).toBe(null);
});
