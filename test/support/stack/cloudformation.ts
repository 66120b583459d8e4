import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { vi } from 'vitest';
import { handler, type ResourceRequest } from '../../../lib/construct/provider/handler.ts';
import type { MonitorDeclaration } from '../../../lib/construct/provider/declaration.ts';
import { startLoopbackServer } from '../servers/loopback-server.ts';

/** What a custom resource answered. */
export interface Told {
  Status: 'SUCCESS' | 'FAILED';
  PhysicalResourceId: string;
  Reason?: string;
  NoEcho?: boolean;
  Data?: { PingUrl: string; Slug: string };
  StackId: string;
  RequestId: string;
  LogicalResourceId: string;
}

interface Resource {
  declaration: MonitorDeclaration;
  identity: string;
}

type Template = Readonly<Record<string, MonitorDeclaration>>;

/** As much of an account as custom resources meet: secrets, and stacks that are deployed, rolled back and deleted. */
export interface Account {
  secrets: Map<string, string>;
  /** How often the right to read secrets does not hold yet. */
  denials: number;
  /** How often the presigned address fails. */
  deafness: number;
  answers: Told[];
  ask: (request: Partial<ResourceRequest>, by?: typeof handler) => Promise<Told>;
  /** Deploys a template; a resource that is none of ours fails behind the given number of them. Returns the reasons of what failed. */
  deploy: (template: Template, failsBehind?: number) => Promise<string[]>;
  /** Begins with no stack. */
  forget: () => void;
  [Symbol.asyncDispose](): Promise<void>;
}

export const SECRET = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:ApiKey-Ab12Cd';

export async function startAccount(): Promise<Account> {
  const secrets = new Map<string, string>();
  const answers: Told[] = [];
  let asked = 0;
  let stack: Record<string, Resource> = {};
  const server = await startLoopbackServer((req, text, res) => {
    if (req.url?.startsWith('/answer')) takeAnswer(req, text, res);
    else giveSecret(text, res);
  });
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');

  function takeAnswer(req: IncomingMessage, text: string, res: ServerResponse): void {
    // What is presigned has no content type, and S3 refuses another signature.
    const isSigned = !req.headers['content-type'] && req.method === 'PUT';
    const isHeard = account.deafness-- <= 0;
    if (isSigned && isHeard) answers.push(JSON.parse(text) as Told);
    res.writeHead(isSigned && isHeard ? 200 : 403).end();
  }
  function giveSecret(text: string, res: ServerResponse): void {
    const { SecretId } = JSON.parse(text) as { SecretId: string };
    const kept = secrets.get(SecretId);
    const isDenied = account.denials-- > 0;
    const error = isDenied ? 'AccessDeniedException' : kept === undefined && 'ResourceNotFoundException';
    res.writeHead(error ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    res.end(JSON.stringify(error ? { __type: error, message: 'no' } : { SecretString: kept }));
  }

  const ask: Account['ask'] = async (request, by = handler) => {
    const before = answers.length;
    await by({
      RequestType: 'Create',
      ResponseURL: `${server.url}/answer?signature=secret-of-the-answer`,
      StackId: 'arn:aws:cloudformation:us-east-1:123456789012:stack/app/1',
      RequestId: `request-${(asked += 1)}`,
      LogicalResourceId: 'Nightly',
      ResourceProperties: { Url: '', ApiKeySecretArn: '', Settings: '{}' },
      ...request,
    });
    for (let waited = 0; answers.length === before && waited < 1_000; waited += 10) await wait(10);
    const answer = answers.at(-1);
    if (!answer || answers.length === before) throw new Error('CloudFormation was not answered.');
    return answer;
  };

  async function deploy(template: Template, failsBehind = Number.POSITIVE_INFINITY): Promise<string[]> {
    const before = stack;
    const now: Record<string, Resource> = { ...before };
    const reasons: string[] = [];
    let done = 0;
    for (const [LogicalResourceId, declaration] of Object.entries(template)) {
      const old = before[LogicalResourceId];
      if (done >= failsBehind) reasons.push('Another resource failed.');
      if (reasons.length > 0) break;
      done += 1;
      if (JSON.stringify(old?.declaration) === JSON.stringify(declaration)) continue;
      const answer = await ask({
        RequestType: old ? 'Update' : 'Create',
        LogicalResourceId,
        ResourceProperties: declaration,
        ...(old && { PhysicalResourceId: old.identity }),
      });
      now[LogicalResourceId] = { declaration, identity: answer.PhysicalResourceId };
      if (answer.Status === 'FAILED') reasons.push(answer.Reason ?? '');
    }
    if (done >= failsBehind && reasons.length === 0) reasons.push('Another resource failed.');
    stack = reasons.length > 0 ? await rollBack(before, now) : await cleanUp(before, now, template);
    return reasons;
  }

  const remove = (LogicalResourceId: string, { declaration, identity }: Resource) =>
    ask({
      RequestType: 'Delete',
      LogicalResourceId,
      ResourceProperties: declaration,
      PhysicalResourceId: identity,
    });

  /** What was changed is changed back; then what the deployment made is deleted. */
  async function rollBack(before: Record<string, Resource>, now: Record<string, Resource>) {
    const restored: Record<string, Resource> = {};
    for (const [id, old] of Object.entries(before)) {
      const changed = now[id];
      if (changed === old || !changed) {
        restored[id] = old;
        continue;
      }
      const { PhysicalResourceId: identity } = await ask({
        RequestType: 'Update',
        LogicalResourceId: id,
        ResourceProperties: old.declaration,
        PhysicalResourceId: changed.identity,
      });
      restored[id] = { ...old, identity };
    }
    for (const [id, made] of Object.entries(now))
      if (!before[id] || restored[id]?.identity !== made.identity) await remove(id, made);
    return restored;
  }

  /** What is not in the template any more goes last, and so does what was replaced. */
  async function cleanUp(
    before: Record<string, Resource>,
    now: Record<string, Resource>,
    template: Template,
  ) {
    for (const [id, old] of Object.entries(before))
      if (!(id in template) || now[id]?.identity !== old.identity) await remove(id, old);
    return Object.fromEntries(Object.entries(now).filter(([id]) => id in template));
  }

  const account: Account = {
    secrets,
    denials: 0,
    deafness: 0,
    answers,
    ask,
    deploy,
    forget: () => void (stack = {}),
    async [Symbol.asyncDispose]() {
      vi.unstubAllEnvs();
      await server[Symbol.asyncDispose]();
    },
  };
  return account;
}
