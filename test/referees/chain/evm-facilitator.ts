import type { ServerResponse } from 'node:http';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator';
import { answerWith, serveJson, type HttpFault } from '../../support/faults/http-fault.ts';
import type { AnvilClient } from './usdc-chain.ts';

/** The facilitator of @x402/evm over HTTP, with the account of a client, which pays for its transactions. */
export class EvmFacilitator {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Of the answers of `/settle`, after the money has moved. */
  fault: HttpFault | null = null;
  /** Done when `/settle` is asked, before it looks at the payment; where it throws nothing is carried out. */
  before: ((res: ServerResponse) => Promise<void>) | null = null;
  /** Done when `/settle` has come to an end, before it answers. */
  after: (() => void) | null = null;
  /** How often `/settle` was asked. */
  settlements = 0;

  static async start(client: AnvilClient): Promise<EvmFacilitator> {
    const signer = toFacilitatorEvmSigner({ ...client, address: client.account.address } as Parameters<
      typeof toFacilitatorEvmSigner
    >[0]);
    const scheme = new ExactEvmSchemeV1(signer);
    let started: EvmFacilitator | undefined;
    const server = await serveJson(async ({ url }, { paymentPayload, paymentRequirements }, res) => {
      if (url === '/verify')
        return answerWith(res, await scheme.verify(paymentPayload, paymentRequirements), null);
      const answer = await started?.settle(res, () => scheme.settle(paymentPayload, paymentRequirements));
      answerWith(res, answer, started?.fault ?? null);
    });
    started = new EvmFacilitator(server);
    return started;
  }

  private constructor({ url, stop }: Pick<EvmFacilitator, 'url' | 'stop'>) {
    this.url = url;
    this.stop = stop;
  }

  /** As a facilitator to whom nothing is done any more. */
  reset(): void {
    this.fault = null;
    this.before = null;
    this.after = null;
    this.settlements = 0;
  }

  async settle<T>(res: ServerResponse, carryOut: () => Promise<T>): Promise<T> {
    this.settlements += 1;
    await this.before?.(res);
    const answer = await carryOut();
    this.after?.();
    return answer;
  }
}
