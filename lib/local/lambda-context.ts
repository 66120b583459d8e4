import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';

const DEFAULT_TIMEOUT_MS = 30_000;

/** The context of one invocation of a function on this machine; the time left is real time. */
export class LambdaContext implements Context {
  callbackWaitsForEmptyEventLoop = false;
  functionVersion = '$LATEST';
  memoryLimitInMB = '512';
  logStreamName = 'local';
  awsRequestId = randomUUID();
  functionName: string;
  invokedFunctionArn: string;
  logGroupName: string;
  #endsAtMs: number;

  constructor(functionName: string, timeoutMs = DEFAULT_TIMEOUT_MS) {
    this.functionName = functionName;
    this.invokedFunctionArn = `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`;
    this.logGroupName = `/aws/lambda/${functionName}`;
    this.#endsAtMs = performance.now() + timeoutMs;
  }

  /** Called without its object by some middlewares, as Lambda's own allows. */
  getRemainingTimeInMillis = (): number => Math.max(0, Math.round(this.#endsAtMs - performance.now()));

  done(): void {}

  fail(): void {}

  succeed(): void {}
}
