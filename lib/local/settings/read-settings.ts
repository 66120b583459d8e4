import { parseArgs } from 'node:util';
import { CDP_KEY_RULE, cdpKeyOf } from '../../adapters/billing/cdp-key.ts';
import { hashOf } from '../../adapters/ids.ts';
import { valuesOf } from '../../config/settings/read.ts';
import { contradictionIn } from '../../config/settings/rules.ts';
import {
  machineRows,
  type MachineSettingName,
  type MachineSettings,
} from '../../config/settings/all-settings.ts';
import { redactAddresses } from '../../domain/redact/addresses.ts';
import { StartError } from '../start-error.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** What was given of each setting. */
export type Given = Partial<Record<MachineSettingName, unknown>>;

/** The settings of a service here; of the credential of a rehearsal its hash too, which is all that a service keeps. */
export type CheckedSettings = MachineSettings & { homologCredentialSha256?: string };

const optionRows = machineRows.filter(([, { takes }]) => takes !== undefined);

/** `payTo` is `pay-to`. */
const dashed = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

export const optionOf = (name: string): string => `--${dashed(name)}`;

/** Where a secret is read from: what stands in a command line, every program of the machine can see. */
export const variableOf = (name: string): string => dashed(name).replaceAll('-', '_').toUpperCase();

const inVariable = (name: string): string => `environment variable ${variableOf(name)}`;

/** Options, each with what stands behind it. */
export const optionLine = (rows = optionRows): string =>
  rows.map(([name, { takes }]) => `${optionOf(name)} ${takes}`.trim()).join(' ');

/** Reads a command line that may have these options. Throws a `StartError` with one sentence for one that it may not have. */
export function givenIn(args: string[], rows = optionRows): Given {
  const options = Object.fromEntries(
    rows.map(([name, { takes }]) => [dashed(name), { type: takes ? 'string' : 'boolean' } as const]),
  );
  try {
    const { values, tokens } = parseArgs({ args, options, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = names.find((name, place) => names.indexOf(name) < place);
    if (twice !== undefined) throw new StartError(`--${twice} is given twice; give it once`);
    const given = rows.map(([name]) => [name, values[dashed(name)]]);
    return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Given;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : '';
    throw new StartError(`${reason}. Options: ${optionLine(rows)}.`);
  }
}

/**
 * The settings of a service here, of the command line before those of the environment. Throws a `StartError` with one sentence
 * for a value that breaks its rule, or values that contradict.
 */
export function machineSettings(onLine: Given, env: Env): CheckedSettings {
  const given = { ...secretsIn(env), ...onLine };
  const values = valuesOf(machineRows, given, (name, { rule, secret, isGuarded }, value) => {
    const where = name in onLine ? optionOf(name) : `The ${inVariable(name)}`;
    return new StartError(
      `${where} must be ${rule}${secret || isGuarded ? '' : `; got ${shown(redactAddresses(String(value)))}`}.`,
    );
  }) as MachineSettings;
  checkKey(values.facilitatorKey);
  const { homologCredential: credential } = values;
  const settings = { ...values, ...(credential && { homologCredentialSha256: hashOf(credential) }) };
  const contradiction = contradictionIn(settings, { where: 'machine', spelled, given, now: 0 });
  if (contradiction !== undefined) throw new StartError(contradiction);
  return settings;
}

/** An empty variable is an absent one. */
function secretsIn(env: Env): Given {
  const secrets = machineRows.filter(([name, { secret }]) => secret && env[variableOf(name)]);
  return Object.fromEntries(secrets.map(([name]) => [name, env[variableOf(name)]]));
}

function checkKey(text: string | undefined): void {
  try {
    if (text !== undefined) cdpKeyOf(text);
  } catch {
    throw new StartError(`The ${inVariable('facilitatorKey')} must be ${CDP_KEY_RULE}.`);
  }
}

/** The hash of a secret is given as the secret. */
function spelled(name: string, value?: string): string {
  if (value !== undefined) return `${optionOf(name)} ${value}`;
  const isOption = optionRows.some(([each]) => each === name);
  return isOption ? optionOf(name) : `the ${inVariable(name.replace(/Sha256$/, ''))}`;
}

/** A text with blanks in it would be read as more of the sentence. */
const shown = (text: string): string => (/^[^\s"]+$/.test(text) ? text : JSON.stringify(text));
