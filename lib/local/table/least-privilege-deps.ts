import { needsOf, type FunctionArea } from '../../areas/areas.ts';
import type { AreaDeclaration, QueueName } from '../../areas/declaration.ts';
import { SETTINGS_GROUPS, settingsGroupsOf, type SettingsGroup } from '../../config/groups.ts';
import { openIssuer } from '../../adapters/accounts/issuer.ts';
import { openPeople } from '../../adapters/accounts/issuer-people.ts';
import type { Settlement } from '../../domain/billing/billing.ts';
import { required, type Config } from '../../config/config.ts';
import { limitToRights } from './item-rights.ts';
import { localFactors } from '../own-factors.ts';
import type { LocalDeps } from '../service-handlers.ts';

/**
 * What a function has on this machine: the items, settings and ways out that its declaration names, as in AWS. What it
 * does not name fails when it is used, so that it shows here.
 */
export function narrowedDeps(
  all: Omit<LocalDeps, 'issuer' | 'factors' | 'people'>,
  area: FunctionArea,
): LocalDeps {
  const needs = needsOf(area);
  const config = narrowedConfig(all.config, area);
  const sends = (name: QueueName) => needs.sendsTo?.includes(name) === true;
  const { queue, checks, mailer, secret } = all;
  return {
    ...all,
    config,
    table: limitToRights(all.table, area),
    secret: async () => (required(config.secret, 'where the service secret is'), secret()),
    queue: {
      send: sends('alerts') ? queue.send : refusing(area, 'send to the queue of alerts'),
      postpone: needs.fedBy?.queue === 'alerts' ? queue.postpone : refusing(area, 'postpone a message'),
      deadLetter: sends('givenUp') ? queue.deadLetter : refusing(area, 'give up on an alert'),
    },
    checks: sends('checks') ? checks : { send: refusing(area, 'send to the queue of checks') },
    issuer: openIssuer(config),
    factors: localFactors(config),
    people: openPeople(config),
    invoke: (called, event) =>
      needs.invokes?.includes(called) ? all.invoke(called, event) : refusing(area, `call ${called}`)(),
    mailer: needs.mails ? mailer : { send: refusing(area, 'mail') },
  };
}

/** A view: what is changed in the service's own settings shows here too. */
function narrowedConfig(config: Config, area: FunctionArea): Config {
  const needs = needsOf(area);
  const groups = new Set(settingsGroupsOf(needs));
  const ifDeclared = <T>(group: SettingsGroup, value: () => T) => (groups.has(group) ? value() : null);
  const queue = (name: QueueName) => ifDeclared(name, () => config.queues[name]);
  const names = Object.keys(SETTINGS_GROUPS) as (keyof typeof SETTINGS_GROUPS)[];
  return Object.defineProperties(Object.create(config) as Config, {
    ...Object.fromEntries(names.map((name) => [name, { get: () => ifDeclared(name, () => config[name]) }])),
    settlement: { get: () => ifDeclared('settlement', () => settlementFor(needs, config)) },
    queues: { get: () => ({ alerts: queue('alerts'), givenUp: queue('givenUp'), checks: queue('checks') }) },
    functions: { get: () => ({ billing: ifDeclared('billingFunction', () => config.functions.billing) }) },
  });
}

/** The role of a function that settles nothing may not read the key. */
function settlementFor({ settles }: AreaDeclaration, { settlement }: Config): Settlement | null {
  return settles || settlement === null ? settlement : { ...settlement, facilitatorKey: null };
}

function refusing(area: FunctionArea, what: string): () => Promise<never> {
  return () => Promise.reject(new Error(`The declaration of ${area} does not let it ${what}.`));
}
