import { setTimeout as wait } from 'node:timers/promises';
import { declare, NotDeclared, undeclare } from './declare.ts';
import type { MonitorDeclaration } from './declaration.ts';
import { NOTHING } from './identity.ts';

/** What CloudFormation asks of a custom resource. */
export interface ResourceRequest {
  RequestType: 'Create' | 'Update' | 'Delete';
  /** Presigned: whoever has it may answer. */
  ResponseURL: string;
  StackId: string;
  RequestId: string;
  LogicalResourceId: string;
  PhysicalResourceId?: string;
  ResourceProperties: MonitorDeclaration;
}

/** What it is answered. */
interface ResourceAnswer {
  Status: 'SUCCESS' | 'FAILED';
  PhysicalResourceId: string;
  Reason?: string;
  /** The ping URL is a secret. */
  NoEcho?: true;
  Data?: { PingUrl: string; Slug: string };
}

const ANSWER_MS = 4_000;
const ANSWER_WAITS_MS = [500, 1_500];
/** CloudFormation takes an answer of 4 kB. */
const REASON_MAX_CHARS = 1_000;

/** The Lambda handler of declared monitors. Whatever happens CloudFormation is answered, and a deletion never fails. */
export async function handler(request: ResourceRequest): Promise<void> {
  const answer = await answerTo(request);
  const { RequestType: asked, StackId, RequestId, LogicalResourceId, ResponseURL } = request;
  const { Status: status, PhysicalResourceId: identity, Reason: reason } = answer;
  console.log(JSON.stringify({ asked, resource: LogicalResourceId, status, identity, reason }));
  await send(ResponseURL, { StackId, RequestId, LogicalResourceId, ...answer });
}

async function answerTo(request: ResourceRequest): Promise<ResourceAnswer> {
  const { PhysicalResourceId: before, ResourceProperties: declaration } = request;
  try {
    if (request.RequestType === 'Delete') {
      const left = await undeclare(declaration, before ?? NOTHING);
      return { Status: 'SUCCESS', PhysicalResourceId: before ?? NOTHING, ...(left && { Reason: left }) };
    }
    const { identity, slug, pingUrl } = await declare(declaration, before);
    const Data = { PingUrl: pingUrl, Slug: slug };
    return { Status: 'SUCCESS', PhysicalResourceId: identity, NoEcho: true, Data };
  } catch (error) {
    const made = error instanceof NotDeclared ? error.identity : undefined;
    const Reason = (error instanceof Error ? error.message : 'It failed.').slice(0, REASON_MAX_CHARS);
    if (request.RequestType === 'Delete')
      return { Status: 'SUCCESS', PhysicalResourceId: before ?? NOTHING, Reason: `It is left: ${Reason}` };
    return { Status: 'FAILED', PhysicalResourceId: made ?? before ?? NOTHING, Reason };
  }
}

/** Hands the answer in; what cannot be told in three tries CloudFormation finds out by its own limit. */
async function send(url: string, answer: object): Promise<void> {
  for (const waitMs of [...ANSWER_WAITS_MS, null]) {
    try {
      // As bytes: what is signed has no content type.
      const body = Buffer.from(JSON.stringify(answer));
      const { ok, status } = await fetch(url, {
        method: 'PUT',
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (ok) return;
      console.error(`CloudFormation took no answer: ${status}.`);
    } catch {
      console.error('CloudFormation could not be answered.');
    }
    if (waitMs !== null) await wait(waitMs);
  }
}
