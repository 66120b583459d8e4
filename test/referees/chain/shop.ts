import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Chain } from '../../../lib/adapters/billing/chain.ts';
import type { Facilitator } from '../../../lib/adapters/billing/facilitator.ts';
import { chainOutcome } from '../../../lib/domain/billing/x402/chain-outcome.ts';
import { localChecks } from '../../../lib/domain/billing/x402/local-checks.ts';
import { parsePayment } from '../../../lib/domain/billing/x402/parse-payment.ts';
import { paymentId, type Payment } from '../../../lib/domain/billing/payment.ts';
import type { PaymentRequirement } from '../../../lib/domain/billing/x402/requirement.ts';
import { settleOutcome } from '../../../lib/domain/billing/x402/settle-outcome.ts';
import { authorizationReads } from '../../../lib/flows/billing/nonce-reads.ts';
import { serveJson } from '../../support/faults/http-fault.ts';

interface Held {
  payment: Payment;
  fromBlock: bigint;
  transaction: string | null;
}

/** A server that sells one thing by the parts of the service, and keeps its rows in memory. */
export class Shop {
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly #held = new Map<string, Held>();
  readonly #parts: { facilitator: Facilitator; chain: Chain; asked: PaymentRequirement };

  static async start(parts: { facilitator: Facilitator; chain: Chain; payTo: string }): Promise<Shop> {
    let shop: Shop | undefined;
    const server = await serveJson(async (req, _, res) => shop?.answer(req, res));
    const asked: PaymentRequirement = {
      scheme: 'exact',
      network: 'base-sepolia',
      maxAmountRequired: '100000',
      resource: `${server.url}/buy`,
      description: 'a thing',
      mimeType: 'application/json',
      payTo: parts.payTo,
      maxTimeoutSeconds: 120,
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      extra: { name: 'USDC', version: '2' },
    };
    shop = new Shop(server, { ...parts, asked });
    return shop;
  }

  private constructor(
    { url, stop }: Pick<Shop, 'url' | 'stop'>,
    parts: { facilitator: Facilitator; chain: Chain; asked: PaymentRequirement },
  ) {
    this.url = `${url}/buy`;
    this.stop = stop;
    this.#parts = parts;
  }

  get asked(): PaymentRequirement {
    return this.#parts.asked;
  }

  async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const header = req.headers['x-payment'];
    if (header === undefined) return this.#refuse(res, 'Pay for it.');
    const read = parsePayment(String(header));
    if (!read.ok) return this.#refuse(res, read.detail);
    const fit = localChecks(read.value, this.asked, Date.now());
    if (!fit.ok) return this.#refuse(res, fit.detail);
    await this.#pay(read.value, res);
  }

  /** What became of the payment of a wallet, by the chain. */
  async outcomeOf(payment: Payment, fromBlock?: bigint) {
    const { chain, asked } = this.#parts;
    const from = fromBlock ?? this.#held.get(this.#keyOf(payment))?.fromBlock ?? 0n;
    const reads = await authorizationReads(chain, payment, { asset: asked.asset, fromBlock: from });
    return chainOutcome(payment, asked, reads);
  }

  async #pay(payment: Payment, res: ServerResponse): Promise<void> {
    const { facilitator, chain, asked } = this.#parts;
    const held = this.#held.get(this.#keyOf(payment));
    if (held) return this.#resolve(held, res);
    const verified = await facilitator.verify(payment, asked);
    if (verified.kind === 'unavailable') return this.#wait(res);
    if (!verified.answer.isValid) return this.#refuse(res, String(verified.answer.invalidReason));
    const { number: fromBlock } = await chain.head();
    const row: Held = { payment, fromBlock, transaction: null };
    this.#held.set(this.#keyOf(payment), row);
    const settled = await facilitator.settle(payment, asked);
    const answer = settled.kind === 'answered' ? settled.answer : null;
    const outcome = settleOutcome(answer, payment, { isFirstTry: true });
    if (outcome.kind === 'unknown') return this.#wait(res);
    if (outcome.kind === 'refused') return this.#refuse(res, outcome.reason);
    this.#give(row, outcome.transaction, res);
  }

  async #resolve(row: Held, res: ServerResponse): Promise<void> {
    if (row.transaction !== null) return this.#give(row, row.transaction, res);
    const outcome = await this.outcomeOf(row.payment);
    if (outcome.kind === 'settled') return this.#give(row, outcome.transaction, res);
    return outcome.kind === 'open' ? this.#wait(res) : this.#refuse(res, outcome.kind);
  }

  #give(row: Held, transaction: string, res: ServerResponse): void {
    row.transaction = transaction;
    const { network, authorization } = row.payment;
    const receipt = { success: true, transaction, network, payer: authorization.from };
    const header = Buffer.from(JSON.stringify(receipt)).toString('base64');
    res.writeHead(200, { 'content-type': 'application/json', 'x-payment-response': header });
    res.end('{"bought":true}');
  }

  #refuse(res: ServerResponse, error: string): void {
    const body = { x402Version: 1, error, accepts: [this.asked], detail: error };
    res.writeHead(402, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #wait(res: ServerResponse): void {
    res.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
    res.end('{"error":"pagamento_em_confirmacao"}');
  }

  #keyOf(payment: Payment): string {
    return JSON.stringify(paymentId(payment, this.asked.asset));
  }
}
