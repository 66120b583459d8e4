import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { claimGuest } from '../../functions/account/own-data/claim-guest.ts';
import { createCollections } from '../../functions/collections/create-collections.ts';
import { createDevice } from '../../functions/devices/create-device.ts';
import { deleteDevice } from '../../functions/devices/delete-device.ts';
import { submitReport } from '../../functions/devices/submit-report.ts';
import { rotateStatusFeed } from '../../functions/feed/status-feed.ts';
import { findOrCreate } from '../../functions/ingest/find-or-create.ts';
import { createMonitor } from '../../functions/monitors/create-monitor.ts';
import { deleteMonitor } from '../../functions/monitors/monitors.ts';
import { rotateIngestKey } from '../../functions/monitors/secrets/ingest-key.ts';
import { hashOf, newUuid, newId, newToken } from '../../lib/adapters/ids.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import { createAccount } from '../../lib/data/accounts/accounts.ts';
import { createGuestOwner, getOwner } from '../../lib/data/owners.ts';
import type { Table, TransactItem } from '../../lib/data/table.ts';
import { shownToken } from '../../lib/flows/accounts/space-token.ts';
import { urlsOf } from '../../lib/config/config.ts';
import type { ApiDeps } from '../../lib/runtime/deps.ts';
import { commitAlone } from '../../lib/runtime/idempotency/repeats.ts';
import { buySlots } from '../support/money/bought.ts';
import { REPORT } from '../lib/domain/machines/devices/report/printed.ts';
import { callsNobody } from '../support/service/calls-nobody.ts';
import { takeOver } from '../support/faults/fault-process.ts';
import { randomOf, type Random } from '../support/faults/fault-random.ts';
import { FaultScheduler } from '../support/faults/fault-scheduler.ts';
import { isClaim, type ClaimMistake } from './claim-mistakes.ts';
import { brokenPromises } from './claim-promises.ts';

const ROUNDS = 3;
const SECRET = 'secret';
const LOST = 'The answer was lost.';
const WRITES = /^(?:Transact|Put|Update|Delete)/;
/** That a claim is small however much moves. */
const CLAIM_WRITES_MAX = 8;

export interface ClaimLifeOptions {
  mistake?: ClaimMistake | undefined;
  /** @default as the mistake needs it: else the lives in which others show would be other ones */
  hasDevices?: boolean;
}

/** What a life came to. */
export interface ClaimLife {
  broken: string[];
  claims: number;
  killed: number;
}

/**
 * Two guests and two accounts who create, delete, mint, rotate and ping while the accounts claim the guests: in an order
 * that chance decides between any two calls to the table, with processes that die and answers that get lost.
 */
export async function claimLife(
  deps: ApiDeps,
  seed: number,
  { mistake, hasDevices = mistake?.ofDevices ?? false }: ClaimLifeOptions = {},
): Promise<ClaimLife> {
  const random = randomOf(seed);
  const now = deps.clock.now();
  const scheduler = new FaultScheduler(random, () => now);
  const giveBack = takeOver(scheduler, random);
  const calm = { ...deps, secret: async () => SECRET };
  try {
    const cast = await castOf(deps.table, now);
    const life = new Life({ ...calm, table: gated(deps.table, scheduler, random, mistake) }, cast, random);
    const broken: string[] = [];
    for (let round = 0; round < ROUNDS && broken.length === 0; round++) {
      for (let act = random.between(4, 7); act > 0; act--) {
        const [name, work] = hasDevices && random.chance(0.6) ? life.actOnDevices() : life.act();
        scheduler.invoke(name, work, random.chance(0.2) ? random.below(12) : Number.POSITIVE_INFINITY);
      }
      await scheduler.run();
      broken.push(...(await brokenPromises(deps.table, SECRET)), ...unexpected(scheduler));
    }
    if (broken.length === 0) broken.push(...(await repeatsThatMove(new Life(calm, cast, random))));
    const ended = (how: string) => scheduler.invocations.filter(({ ending }) => ending?.how === how);
    const claims = ended('done').filter(({ name }) => name.startsWith('claim')).length;
    return { broken, claims, killed: ended('killed').length };
  } finally {
    giveBack();
  }
}

/** What failed for no reason that a caller is told of. */
function unexpected({ invocations }: FaultScheduler): string[] {
  return invocations.flatMap(({ name, ending }) => {
    if (ending?.how !== 'threw' || ending.error instanceof Refusal) return [];
    const text = String(ending.error);
    return text.includes(LOST) ? [] : [`${name} failed: ${text}`];
  });
}

/** When all is over, a second claim moves nothing. */
async function repeatsThatMove(life: Life): Promise<string[]> {
  const { accounts, guests } = life.cast;
  for (const guest of guests) {
    await life.claim(accounts[0] ?? '', guest.token);
    if ((await life.claim(accounts[0] ?? '', guest.token)) > 0) return ['a repeated claim moved something'];
  }
  return [];
}

/** A table whose calls wait for their turn; some answers get lost. */
function gated(table: Table, scheduler: FaultScheduler, random: Random, mistake?: ClaimMistake): Table {
  type Command = { constructor: { name: string }; input: { TransactItems?: TransactItem[] } };
  const send = (command: Command) => {
    const isLost = WRITES.test(command.constructor.name) && random.chance(0.08);
    return scheduler.gate(command.constructor.name, async () => {
      const answer: unknown = await table.client.send(command as never);
      if (isLost) throw new Error(LOST);
      return answer;
    });
  };
  const sendParts = async (command: Command) => {
    const items = command.input.TransactItems;
    if (items && isClaim(items) && items.length > CLAIM_WRITES_MAX)
      throw new RangeError(`A claim of ${items.length} writes.`);
    if (!items || !mistake) return send(command);
    let answer: unknown;
    for (const part of mistake.spoil(items))
      answer = await send(new TransactWriteCommand({ TransactItems: part }) as unknown as Command);
    return answer;
  };
  const client = Object.assign(Object.create(table.client) as Table['client'], { send: sendParts });
  return { ...table, client };
}

interface Cast {
  guests: { token: string; ownerId: string }[];
  accounts: string[];
}

async function castOf(table: Table, now: number): Promise<Cast> {
  const guests = [0, 1].map(() => ({ token: newToken('hp_'), ownerId: newId() }));
  const accounts = [newId(), newId()];
  for (const { token, ownerId } of guests)
    await createGuestOwner(table, { ownerId, spaceId: newId(), tokenHash: hashOf(token), now });
  for (const ownerId of accounts) {
    const identityHash = hashOf(ownerId);
    await createAccount(table, { ownerId, spaceId: newId(), identityHash, email: 'a@example.com', now });
  }
  return { guests, accounts };
}

/** What the cast does, by the code of the service. */
class Life {
  readonly cast: Cast;
  #deps: ApiDeps;
  #random: Random;
  #monitors: string[] = [];
  #devices: string[] = [];
  #keys: string[] = [];

  constructor(deps: ApiDeps, cast: Cast, random: Random) {
    this.#deps = deps;
    this.cast = cast;
    this.#random = random;
  }

  /** One act, by chance. */
  act(): [string, () => Promise<unknown>] {
    const random = this.#random;
    const { guests, accounts } = this.cast;
    const owner = random.pick([...guests.map(({ ownerId }) => ownerId), ...accounts]);
    const [account, { token }] = [random.pick(accounts), random.pick(guests)];
    const kind = random.pick(['ingest', 'feed'] as const);
    const mailed = random.chance(0.3);
    const fast = random.chance(0.3);
    const of = random.pick(['monitors', 'fast', 'emailAlerts'] as const);
    const key = this.#keys.length > 0 ? random.pick(this.#keys) : undefined;
    const monitor = this.#monitors.length > 0 ? random.pick(this.#monitors) : undefined;
    const create = () => this.#create(owner, { mailed, fast });
    return random.pick<[string, () => Promise<unknown>]>([
      ['claim', () => this.claim(account, token)],
      ['claim', () => this.claim(account, token)],
      ['create', create],
      ['create', create],
      ['delete', () => (monitor === undefined ? create() : this.#delete(owner, monitor))],
      ['show', () => this.#show(owner, kind)],
      ['show', () => this.#show(owner, kind)],
      ['rotate', () => this.#rotate(owner, kind)],
      ['buy', () => buySlots(this.#deps.table, owner, { [of]: random.between(1, 3) })],
      ['ping', () => (key === undefined ? this.#show(owner, 'ingest') : this.#ping(key))],
    ]);
  }

  /** One act on devices, by chance; a repeat of a creation with the same id is one too. */
  actOnDevices(): [string, () => Promise<unknown>] {
    const random = this.#random;
    const { guests, accounts } = this.cast;
    const owner = random.pick([...guests.map(({ ownerId }) => ownerId), ...accounts]);
    const [account, { token }] = [random.pick(accounts), random.pick(guests)];
    const device = this.#devices.length > 0 ? random.pick(this.#devices) : undefined;
    const create = () => this.#createDevice(owner, random.chance(0.7) || !device ? newUuid() : device);
    return random.pick<[string, () => Promise<unknown>]>([
      ['claim', () => this.claim(account, token)],
      ['name a machine', create],
      ['name a machine', create],
      ['collect', () => (device === undefined ? create() : this.#collect(owner, device))],
      ['end a machine', () => (device === undefined ? create() : this.#endDevice(owner, device))],
    ]);
  }

  async #createDevice(ownerId: string, id: string): Promise<void> {
    this.#devices.push(id);
    const body = { nome: 'db-1', request_id: id };
    await createDevice(await this.#ctx(ownerId), { body, headers: {}, cookies: {} } as never);
    const sent = { params: { id }, body: { relatorio: REPORT } };
    await submitReport((await this.#ctx(ownerId)) as never, sent as never);
  }

  async #collect(ownerId: string, id: string): Promise<void> {
    const body = { nome: 'db-1', ambiente_id: id, perfil: 'essentials' };
    await createCollections(await this.#ctx(ownerId), { body } as never);
  }

  async #endDevice(ownerId: string, id: string): Promise<void> {
    await deleteDevice(await this.#ctx(ownerId), { params: { id } } as never);
  }

  /** How many things it moved. */
  async claim(account: string, token: string): Promise<number> {
    const ctx = await this.#ctx(account);
    const answer = (await claimGuest(ctx, { body: { guest_token: token }, cookies: {} } as never)) as {
      claimed: { product: { movidos: Record<string, number>; direitos: number } };
    };
    const { movidos, direitos } = answer.claimed.product;
    return Object.values(movidos).reduce((sum, count) => sum + count, direitos);
  }

  async #create(ownerId: string, { mailed, fast }: Record<'mailed' | 'fast', boolean>): Promise<void> {
    const body = {
      name: 'job',
      interval_sec: fast ? 60 : 300,
      ...(mailed && { alert_to: 'job@example.com' }),
    };
    const made = (await createMonitor(await this.#ctx(ownerId), { body } as never)) as unknown as {
      body: { id: string };
    };
    this.#monitors.push(made.body.id);
  }

  async #delete(ownerId: string, id: string): Promise<void> {
    await deleteMonitor(await this.#ctx(ownerId), { params: { id } } as never);
  }

  async #show(ownerId: string, kind: 'ingest' | 'feed'): Promise<void> {
    const ctx = await this.#ctx(ownerId);
    const text = await shownToken(ctx, kind, ctx.caller.owner);
    if (kind === 'ingest') this.#keys.push(text);
  }

  async #rotate(ownerId: string, kind: 'ingest' | 'feed'): Promise<void> {
    const ctx = await this.#ctx(ownerId);
    await (kind === 'ingest' ? rotateIngestKey(ctx, {} as never) : rotateStatusFeed(ctx, {} as never));
  }

  async #ping(key: string): Promise<void> {
    const slug = this.#random.pick(['backup', 'report']);
    const deps = { ...this.#deps, invoke: callsNobody };
    const unpaid = { method: 'GET', headers: {} };
    await findOrCreate(deps, { key, slug, sentAs: slug, intervals: [] }, unpaid);
  }

  /** As the pipeline makes it: the owner is read first, and may be another's by the time it acts. */
  async #ctx(ownerId: string) {
    const owner = await getOwner(this.#deps.table, ownerId);
    const { config, clock } = this.#deps;
    return {
      ...this.#deps,
      caller: { kind: 'owner', owner, by: 'session', session: { epoch: 1 } },
      now: clock.now(),
      origins: urlsOf(config),
      route: { method: 'POST', path: '/' },
      isDryRun: false,
      commit: commitAlone,
    } as never as Parameters<typeof claimGuest>[0] & Parameters<typeof createMonitor>[0];
  }
}
