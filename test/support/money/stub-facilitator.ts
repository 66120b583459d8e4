import type { IncomingMessage, ServerResponse } from 'node:http';
import { transferSigner } from '../../../lib/adapters/billing/transfer-signer.ts';
import type { Authorization } from '../../../lib/domain/billing/payment.ts';
import type { PaymentRequirement } from '../../../lib/domain/billing/x402/requirement.ts';
import { answerWith, serveJson, type HttpFault } from '../faults/http-fault.ts';
import type { OtherTransfer, PaperChain } from './paper-chain.ts';

/** What a facilitator does at one of its paths instead of what it should. */
export interface FacilitatorWays {
  fault?: HttpFault;
  /** A fault or refusal of `/settle` comes before the money moves, and with this after it. */
  movesMoney?: boolean;
  /** It says no for this reason. */
  refuses?: string;
  status?: number;
  /** It says no, and the money moves only with the next `release()`. */
  isLate?: boolean;
  /** It carries out another transfer than was signed, as no contract would. */
  transfer?: OtherTransfer;
  /** What happens elsewhere before it does anything. */
  meanwhile?: () => Promise<unknown>;
  /** Fields over the honest ones of its answer. */
  says?: object;
}

interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any
}

/** A facilitator over HTTP that settles on a paper chain. Its signatures are real; they are checked by viem. */
export class StubFacilitator {
  readonly url: string;
  readonly asked: Asked[] = [];
  verifyWays: FacilitatorWays = {};
  settleWays: FacilitatorWays = {};
  readonly stop: () => Promise<void>;
  readonly #chain: PaperChain;
  readonly #late: (() => void)[] = [];

  static async start(chain: PaperChain): Promise<StubFacilitator> {
    let stub: StubFacilitator | undefined;
    const server = await serveJson(async (req, body, res) => stub?.answer(req, body as Asked['body'], res));
    stub = new StubFacilitator(chain, server);
    return stub;
  }

  private constructor(chain: PaperChain, { url, stop }: Pick<StubFacilitator, 'url' | 'stop'>) {
    this.#chain = chain;
    this.url = url;
    this.stop = stop;
  }

  /** How often `/settle` was asked. */
  get settlements(): number {
    return this.asked.filter(({ path }) => path === '/settle').length;
  }

  /** Lets what was late reach the chain. */
  release(): void {
    for (const transfer of this.#late.splice(0)) transfer();
  }

  async answer(
    { url: path = '', headers }: IncomingMessage,
    body: Asked['body'],
    res: ServerResponse,
  ): Promise<void> {
    this.asked.push({ path, headers, body });
    const payment = authorizationOf(body);
    const ways = path === '/verify' ? this.verifyWays : this.settleWays;
    await ways.meanwhile?.();
    const fault = await faultOf(body, payment);
    const answer = path === '/verify' ? verified(ways.refuses ?? fault) : this.#settled(body, payment, fault);
    const said = { ...answer, ...ways.says };
    if (ways.status === undefined) return answerWith(res, said, ways.fault ?? null);
    res.writeHead(ways.status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  }

  #settled(body: Asked['body'], authorization: Authorization, fault: string | null): object {
    const ways = this.settleWays;
    const { network } = body['paymentPayload'];
    const said = { network, payer: authorization.from };
    const refused = (errorReason: string) => ({ ...said, success: false, errorReason, transaction: '' });
    if (fault !== null) return refused(fault);
    const staysUnsettled = (ways.fault ?? ways.refuses) !== undefined && ways.fault !== 'slow';
    if (staysUnsettled && !ways.movesMoney) return refused(ways.refuses ?? 'unsettled');
    if (ways.isLate) {
      this.#late.push(() => void this.#chain.transfer(authorization, ways.transfer));
      return refused('Timed out while waiting for the transaction to be confirmed.');
    }
    try {
      const transaction = this.#chain.transfer(authorization, ways.transfer);
      return ways.refuses ? refused(ways.refuses) : { ...said, success: true, transaction };
    } catch (error) {
      return refused(`The contract function "transferWithAuthorization" reverted: ${String(error)}`);
    }
  }
}

function verified(invalidReason: string | null): object {
  return invalidReason === null ? { isValid: true } : { isValid: false, invalidReason };
}

function authorizationOf(body: Asked['body']): Authorization {
  const { from, to, value, validAfter, validBefore, nonce } = body['paymentPayload'].payload.authorization;
  return {
    from,
    to,
    nonce,
    value: BigInt(value),
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
  };
}

/** What a real one looks at before it sends anything, but for the time: that is for the chain, whose clock moves. */
async function faultOf(body: Asked['body'], authorization: Authorization): Promise<string | null> {
  const asked = body['paymentRequirements'] as PaymentRequirement;
  const { signature } = body['paymentPayload'].payload;
  const signer = transferSigner({ network: asked.network, signature, authorization }, asked);
  if (signer !== authorization.from.toLowerCase()) return 'invalid_exact_evm_signature';
  if (authorization.to.toLowerCase() !== asked.payTo.toLowerCase())
    return 'invalid_exact_evm_recipient_mismatch';
  return authorization.value === BigInt(asked.maxAmountRequired)
    ? null
    : 'invalid_exact_evm_authorization_value';
}
