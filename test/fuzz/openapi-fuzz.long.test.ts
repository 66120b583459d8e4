import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRANGERS_WELCOME } from '../../lib/domain/accounts/users.ts';
import { contentsOf } from '../support/service/refused.ts';
import { OPERATOR, OPERATOR_TOKEN } from '../support/accounts/operator.ts';
import { logInto, startTestService, type TestService } from '../support/service/service.ts';
import { wholeTable } from '../support/table/whole-table.ts';
import { badRequest } from './bad-requests.ts';
import { castOf, signedInAgain, type Cast } from './cast.ts';
import { countWrites } from './count-writes.ts';
import { describe as describeApi, type Described, type Description } from './described.ts';
import { Dice } from './dice.ts';
import { goodRequest } from './good-requests.ts';
import { faultsOf } from './invariants.ts';
import { putBack } from './put-back.ts';
import { Wire, type WireReply, type WireRequest } from './wire.ts';

/** FUZZ_SEED repeats a failure or looks elsewhere; FUZZ_ROUNDS looks longer. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 2);
const BAD_PER_OPERATION = Number(process.env['FUZZ_ROUNDS'] ?? 32);
const GOOD_PER_OPERATION = 4;
const UNKNOWN_PER_OPERATION = 8;

interface Round {
  service: TestService;
  wire: Wire;
  description: Description;
  logged: string[];
  writes: { written: number };
  cast: Cast;
  /** What the table holds while the cast is as it was made. */
  held: Record<string, unknown>[];
}

const rounds: Partial<Record<'dev' | 'live', Round>> = {};

async function start(billingMode: 'dev' | 'live'): Promise<Round> {
  const logged: string[] = [];
  const log = logInto(logged);
  const users = { ...STRANGERS_WELCOME, publicPages: 'on' } as const;
  const options = { log, allowLoopbackAlerts: false, identity: 'own', users } as const;
  const operator = { operator: OPERATOR, operatorToken: OPERATOR_TOKEN };
  const service = await startTestService({ billingMode, ...options, ...operator });
  const description = await describeApi(service);
  const cast = await castOf(service);
  const held = await wholeTable(service);
  const wire = new Wire(service.url);
  return { service, description, logged, wire, writes: countWrites(service), cast, held };
}

beforeAll(async () => {
  [rounds.dev, rounds.live] = await Promise.all([start('dev'), start('live')]);
});
afterAll(async () => {
  for (const round of Object.values(rounds)) {
    round.wire.close();
    await round.service.stop();
  }
});

/** Sends a request and returns what is wrong with the answer, each with what repeats it. */
async function tried(round: Round, request: WireRequest): Promise<{ reply: WireReply; faults: string[] }> {
  const { written } = round.writes;
  round.service.clock.advance(1);
  const reply = await round.wire.send(request);
  const faults = faultsOf(round.description, request, reply);
  if (reply.status >= 400 && round.writes.written !== written) faults.push('wrote something and was refused');
  const told = faults.map((fault) => `${fault} | seed ${SEED}: ${shownRequest(request)}`);
  return { reply, faults: told };
}

function shownRequest({ method, target, headers, body }: WireRequest): string {
  const sent = body === null ? 'no body' : JSON.stringify(body.subarray(0, 200).toString());
  return `${method} ${target.slice(0, 200)} ${JSON.stringify(headers).slice(0, 400)} ${sent}`;
}

/** One example of each fault: a single cause shows in hundreds of requests. */
function oneOfEach(faults: readonly string[]): string[] {
  return [...Map.groupBy(faults, (fault) => fault.split(' | ')[0]).values()].map(
    (same) => `${same.length} times: ${same[0]}`,
  );
}

/** Requests of a kind to every operation; after one that deletes or replaces something the table is put back. */
async function toEach(
  round: Round,
  count: number,
  requestOf: (operation: Described, cast: Cast, dice: Dice) => WireRequest,
): Promise<{ faults: string[]; replies: { request: WireRequest; reply: WireReply }[] }> {
  const madeAnew = async () => {
    await putBack(round.service, round.held);
    return signedInAgain(round.service, round.cast);
  };
  let cast = await madeAnew();
  const faults: string[] = [];
  const replies = [];
  for (const [index, operation] of round.description.operations.entries()) {
    const dice = new Dice(SEED * 1_000 + index);
    let isStale = false;
    for (let at = 0; at < count; at++) {
      const request = requestOf(operation, cast, dice);
      const { reply, faults: found } = await tried(round, request);
      faults.push(...found);
      replies.push({ request, reply });
      if (reply.status >= 400) continue;
      if (REPLACING.test(operation.id)) cast = await madeAnew();
      isStale ||= isRemoval(request);
    }
    cast = isStale ? await madeAnew() : await signedInAgain(round.service, cast);
  }
  return { faults: oneOfEach(faults), replies };
}

/** Operations after which the next request of the same kind would find nothing any more. */
const REPLACING =
  /endSession|deleteAccount|deleteOrganization|^(?:rotate(?:Guest|Monitor|ReadToken)|submitReport)$/;

/** Whether a request takes away what another one needs. */
function isRemoval({ method }: WireRequest): boolean {
  return method === 'DELETE';
}

function started(mode: 'dev' | 'live'): Round {
  const round = rounds[mode];
  if (!round) throw new Error('The service did not start.');
  return round;
}

/** Several thousand requests take longer than other tests while the machine is busy. */
const LONG_MS = 600_000;

describe('every operation of the OpenAPI document', () => {
  it(
    'answers good requests as the document says',
    async () => {
      const { faults, replies } = await toEach(started('dev'), GOOD_PER_OPERATION, goodRequest);

      expect(faults).toEqual([]);
      // An alert that is being sent again cannot be sent again: 409 to all but the first.
      // A machine sends once in ten seconds, and requests come faster here.
      // Nobody is removed twice, and nothing is proposed of a job that never ran.
      // A page ends with its deletion, and its address with the next one.
      // A sign-in is ended only by the browser that began it, and a second factor set up only after one for it.
      // A recovery code of the right form is still nobody's.
      const refused = replies.filter(
        ({ request, reply }) =>
          reply.status >= 400 &&
          reply.status !== 409 &&
          !(reply.status === 429 && request.target.startsWith('/r/')) &&
          !request.target.startsWith('/auth/callback') &&
          !(reply.status === 404 && /\/proposal\/(?:take|dismiss)/.test(request.target)) &&
          !request.target.startsWith('/account/second-factor') &&
          !(reply.status === 400 && request.target === '/account/recovery') &&
          !(reply.status === 404 && /^\/(?:api\/status-pages|status)\//.test(request.target)) &&
          !(
            isRemoval(request) &&
            /\/(?:organizations|ambientes|coletas|channels|maintenance|ingest-key|checks)\//.test(
              request.target,
            )
          ),
      );
      expect(refused.map(({ request, reply }) => `${shownRequest(request)}: ${reply.text}`)).toEqual([]);
    },
    LONG_MS,
  );

  it.each(['dev', 'live'] as const)(
    'takes bad ones or refuses them as documented, without a fault of ours, in %s billing',
    async (mode) => {
      const { faults, replies } = await toEach(started(mode), BAD_PER_OPERATION / 2, badRequest);

      expect(faults).toEqual([]);
      const statuses = new Set(replies.map(({ reply }) => reply.status));
      expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 413, 415]));
    },
    LONG_MS,
  );

  it('leaves the table as it was when it refuses', async () => {
    const { service, wire, description, cast } = started('dev');
    const dice = new Dice(SEED);
    const before = await contentsOf(service);

    const statuses: number[] = [];
    for (const operation of description.operations.filter(({ isOpen }) => !isOpen)) {
      for (let count = 0; count < UNKNOWN_PER_OPERATION; count++) {
        const request = badRequest(operation, cast, dice);
        const isCredential = ([name]: [string, string]) => /token|authorization|cookie/.test(name);
        request.headers = request.headers.filter((header) => !isCredential(header));
        request.target = request.target.split('?')[0] ?? '';
        statuses.push((await wire.send(request)).status);
      }
    }

    expect(statuses.filter((status) => status === 401 || status === 403).length).toBeGreaterThan(50);
    expect(await contentsOf(service)).toEqual(before);
  });

  it('logs nothing of its own fault: only that the same mailboxes were asked or invited too often', () => {
    const logged = [...started('dev').logged, ...started('live').logged];
    const isHeld = (line: string) => /confirmation_held|invitation_held/.test(line);
    expect(logged.filter((line) => !isHeld(line))).toEqual([]);
  });
});
