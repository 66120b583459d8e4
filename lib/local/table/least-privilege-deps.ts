import { needsOf, type FunctionArea } from '../../areas/areas.ts';
import type { AreaDeclaration, QueueName } from '../../areas/declaration.ts';
import { settingsGroupsOf } from '../../config/groups.ts';
import { openIssuer } from '../../adapters/accounts/issuer.ts';
import { openPeople } from '../../adapters/accounts/people.ts';
import type { Settlement } from '../../domain/billing/billing.ts';
import { told, type Config } from '../../config/config.ts';
import { holdToRights } from './item-rights.ts';
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
    table: holdToRights(all.table, area),
    secret: async () => (told(config.secret, 'where the service secret is'), secret()),
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
  const queue = (name: QueueName) => (groups.has(name) ? config.queues[name] : null);
  return Object.defineProperties(Object.create(config) as Config, {
    urls: { get: () => (groups.has('urls') ? config.urls : null) },
    pingNames: { get: () => (groups.has('pingNames') ? config.pingNames : null) },
    securityHeaders: { get: () => (groups.has('securityHeaders') ? config.securityHeaders : null) },
    originMark: { get: () => (groups.has('originMark') ? config.originMark : null) },
    queues: { get: () => ({ alerts: queue('alerts'), givenUp: queue('givenUp'), checks: queue('checks') }) },
    functions: { get: () => ({ billing: groups.has('billingFunction') ? config.functions.billing : null }) },
    secret: { get: () => (groups.has('secret') ? config.secret : null) },
    operatorToken: { get: () => (groups.has('operatorToken') ? config.operatorToken : null) },
    identity: { get: () => (groups.has('identity') ? config.identity : null) },
    userPool: { get: () => (groups.has('userPool') ? config.userPool : null) },
    sender: { get: () => (groups.has('sender') ? config.sender : null) },
    guestMails: { get: () => (groups.has('guestMails') ? config.guestMails : null) },
    signUpMails: { get: () => (groups.has('signUpMails') ? config.signUpMails : null) },
    access: { get: () => (groups.has('access') ? config.access : null) },
    guests: { get: () => (groups.has('guests') ? config.guests : null) },
    allowance: { get: () => (groups.has('allowance') ? config.allowance : null) },
    publicPages: { get: () => (groups.has('publicPages') ? config.publicPages : null) },
    hold: { get: () => (groups.has('hold') ? config.hold : null) },
    metrics: { get: () => (groups.has('metrics') ? config.metrics : null) },
    billing: { get: () => (groups.has('billing') ? config.billing : null) },
    settlement: { get: () => (groups.has('settlement') ? settlementFor(needs, config) : null) },
    operator: { get: () => (groups.has('operator') ? config.operator : null) },
    panel: { get: () => (groups.has('panel') ? config.panel : null) },
    build: { get: () => (groups.has('build') ? config.build : null) },
  });
}

/** The role of a function that settles nothing may not read the key. */
function settlementFor({ settles }: AreaDeclaration, { settlement }: Config): Settlement | null {
  return settles || settlement === null ? settlement : { ...settlement, facilitatorKey: null };
}

function refusing(area: FunctionArea, what: string): () => Promise<never> {
  return () => Promise.reject(new Error(`The declaration of ${area} does not let it ${what}.`));
}
