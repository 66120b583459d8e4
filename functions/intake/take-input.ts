import { loadOnce } from '../../lib/adapters/load-once.ts';
import { EVERY_INPUT, type InputOperation } from '../../lib/contract/machines/every-input.ts';
import { Refusal } from '../../lib/contract/errors.ts';
import type { Call, Reply } from '../../lib/runtime/call.ts';
import type { IntakeDeps } from '../../lib/runtime/deps.ts';
import { closedToSites, errorReply, houseReply, notFoundReply, refusalOf, retryHeader } from '../../lib/runtime/replies.ts'; // prettier-ignore
import { wrongMethodReply } from '../../lib/runtime/wrong-method.ts';
import type { Shared } from './instance-memory.ts';
import { pushTaker, type TakePush } from './take-push.ts';
import type { Wire } from './wire.ts';

/** Answers what is sent below `/i`, each protocol in its own way. */
export type TakeInput = (call: Call) => Promise<Reply>;

const influx = loadOnce(async () => (await import('./wires/influx.ts')).wire);

/** Each protocol is loaded with its first push. */
const WIRES: Readonly<Record<Exclude<InputOperation, 'pingInflux'>, () => Promise<Wire>>> = {
  pushRemoteWrite: loadOnce(async () => (await import('./wires/prometheus.ts')).wire),
  pushInflux: influx,
  pushInfluxFirst: influx,
  pushOtlp: loadOnce(async () => (await import('./wires/otlp.ts')).wire),
  pushCollectd: loadOnce(async () => (await import('./wires/collectd.ts')).wire),
  pushNrdp: loadOnce(async () => (await import('./wires/nrdp.ts')).wire),
  pushSnmp: loadOnce(async () => (await import('./wires/snmp.ts')).wire),
};

const INPUTS = Object.entries(EVERY_INPUT) as [InputOperation, (typeof EVERY_INPUT)[InputOperation]][];

export function inputTaker(deps: IntakeDeps, shared: Shared): TakeInput {
  const take = pushTaker(deps, shared);
  return async (sent) => {
    // NCPA is told an address that ends in a slash.
    const call = sent.path === '/i/nrdp/' ? { ...sent, path: '/i/nrdp' } : sent;
    const [name, input] = INPUTS.find(([, { path }]) => path === call.path) ?? [];
    if (!name || !input) return notFoundReply(call);
    if (call.headers['origin'] !== undefined) return closedToSites(errorReply(ofPage(), call));
    if (name === 'pingInflux') {
      const isAsked = call.method === 'GET' || call.method === 'HEAD';
      return isAsked ? closedToSites(houseReply(input.status, '', call, {})) : otherMethod(call);
    }
    if (call.method !== input.method) return otherMethod(call);
    return closedToSites(await answered(deps, { wire: await WIRES[name](), take }, call));
  };
}

interface Way {
  wire: Wire;
  take: TakePush;
}

async function answered({ log }: IntakeDeps, { wire, take }: Way, call: Call): Promise<Reply> {
  try {
    await take(wire, call);
  } catch (error) {
    if (!wire.refused) return errorReply(error, call, log);
    const refusal = refusalOf(error, call, log);
    const { type, body } = wire.refused(refusal, call);
    return houseReply(refusal.status, body, call, { 'content-type': type, ...retryHeader(refusal) });
  }
  const answer = wire.taken?.(call);
  return answer
    ? houseReply(200, answer.body, call, { 'content-type': answer.type })
    : houseReply(204, '', call, {});
}

/** No page has a credential to send, and none is to learn by trying. */
function ofPage(): Refusal {
  return new Refusal('invalid_origin', 'Collectors send here, not pages: the call must have no Origin.');
}

function otherMethod(call: Call): Reply {
  return (
    wrongMethodReply(
      call,
      INPUTS.map(([, input]) => input),
    ) ?? notFoundReply(call)
  );
}
