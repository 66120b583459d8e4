import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeConsole } from '../../../bin/console-folders.ts';
import { documentPaths } from '../../../lib/console-build/documents.ts';
import { siteHere } from '../../../lib/local/gateway/console-routes.ts';
import { SECURITY_HEADERS } from '../../../lib/runtime/lambda/lambda.ts';
import type { ConsoleFolder } from '../../../lib/stack/edge/console-files.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import {
  ofType,
  propertiesOf,
  readable,
  statementsOf,
  synthesised,
  type Synthesised,
} from '../../support/stack/synthesised.ts';

const CLOUDFRONT = 'AWS::CloudFront';

let outdir: string;
let folders: ConsoleFolder[];
let stack: Synthesised;
let service: TestService;
beforeAll(async () => {
  outdir = mkdtempSync(join(tmpdir(), 'rollcall-console-'));
  folders = await writeConsole(
    [...(await siteHere({ arePublicPagesShown: false })).values()],
    join(outdir, 'console'),
  );
  stack = synthesised({}, undefined, folders);
  service = await startTestService();
});
afterAll(async () => {
  rmSync(outdir, { recursive: true });
  await service.stop();
});

interface Behaviour {
  PathPattern: string;
  AllowedMethods: string[];
  CachePolicyId: unknown;
  Compress: boolean;
  FunctionAssociations: { EventType: string; FunctionARN: unknown }[];
  OriginRequestPolicyId?: unknown;
  ResponseHeadersPolicyId: unknown;
  TargetOriginId: string;
  ViewerProtocolPolicy: string;
}

function distribution(of: Synthesised) {
  return propertiesOf(of, `${CLOUDFRONT}::Distribution`)['DistributionConfig'] as {
    CacheBehaviors: Behaviour[];
    Origins: { Id: string; DomainName: unknown; OriginAccessControlId?: unknown; S3OriginConfig?: object }[];
  };
}

/** The paths that the bucket answers. */
function behaviours(of = stack): Behaviour[] {
  const { CacheBehaviors, Origins } = distribution(of);
  const bucket = Origins.find(({ S3OriginConfig }) => S3OriginConfig !== undefined);
  return CacheBehaviors.filter(({ TargetOriginId }) => TargetOriginId === bucket?.Id);
}

/** What a file is put into the bucket with, and what is in it. */
function objectAt(uri: string) {
  const puts = ofType(stack, 'Custom::CDKBucketDeployment').map(([id, { Properties }]) => ({
    id,
    Properties,
  }));
  for (const { name, dir } of folders) {
    const put = puts.find(({ id }) => id.startsWith(`ConsoleFiles${name}`));
    if (!put) throw new Error(`Nothing puts the folder ${name} into the bucket.`);
    const { 'content-type': type, 'cache-control': cache } = put.Properties['SystemMetadata'] as Metadata;
    try {
      return { type, cache, body: readFileSync(join(dir, uri), 'utf8') };
    } catch {
      continue;
    }
  }
  return undefined;
}

interface Metadata {
  'content-type': string;
  'cache-control': string;
}

/** What CloudFront does with a request by the template: undefined where it leaves it to the API. */
function atTheEdge(method: string, path: string, headers: Record<string, { value: string }> = {}) {
  const isOurs = behaviours().some(({ PathPattern: pattern }) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
  if (!isOurs) return undefined;
  const { FunctionCode: code } = propertiesOf(stack, `${CLOUDFRONT}::Function`, 'EdgeConsolePaths');
  const event = {
    context: { requestId: 'an-id-of-cloudfront' },
    viewer: { ip: '192.0.2.1' },
    request: { method, uri: path, headers, querystring: {} },
  };
  return runInNewContext(`${String(code)}; handler(event)`, { event }) as
    | { uri: string }
    | { statusCode: number; headers: Record<string, { value: string }>; body: { data: string } };
}

const linksIn = (html: string) => html.match(/ href="\/[^"]*"/g);

/** The headers of the response headers policy, as a browser gets them. */
function headersAtTheEdge(): Record<string, string> {
  const { ResponseHeadersPolicyConfig: config } = propertiesOf(stack, `${CLOUDFRONT}::ResponseHeadersPolicy`, 'EdgeConsole'); // prettier-ignore
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = config as {
    SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    CustomHeadersConfig: { Items: { Header: string; Value: string; Override: boolean }[] };
  };
  expect([...Object.values(security), ...custom.Items].every(({ Override }) => Override === true)).toBe(true);
  return {
    'strict-transport-security': `max-age=${String(security['StrictTransportSecurity']?.['AccessControlMaxAgeSec'])}`,
    'content-security-policy': readable(security['ContentSecurityPolicy']?.['ContentSecurityPolicy']),
    'referrer-policy': String(security['ReferrerPolicy']?.['ReferrerPolicy']),
    'x-frame-options': String(security['FrameOptions']?.['FrameOption']),
    ...(security['ContentTypeOptions'] && { 'x-content-type-options': 'nosniff' }),
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
  };
}

describe('CloudFront and the gateway of one machine', () => {
  it.each([
    '/',
    '/app',
    '/app/',
    '/app/monitors/abc',
    '/app/index.html',
    '/index.html',
    '/apps',
    '/assets',
    '/assets/',
    '/assets/gone.js',
    '/contact',
    '/partners',
    '/numbers',
    '/docs',
    '/docs/',
    '/docs/channels',
    '/docs/channels.html',
    '/docs/nothing',
    '/nothing',
  ])('answer %s alike', async (path) => {
    const edge = atTheEdge('GET', path);
    const file = edge && 'uri' in edge ? objectAt(edge.uri) : undefined;

    const reply = await fetch(service.url + path);

    expect(reply.status).toBe(file ? 200 : 404);
    if (!file) return;
    expect(await reply.text()).toBe(file.body);
    expect(reply.headers.get('content-type')).toBe(file.type);
    expect(reply.headers.get('cache-control')).toBe(file.cache);
  });

  it('say an id with each file', async () => {
    const { FunctionCode: code } = propertiesOf(stack, `${CLOUDFRONT}::Function`, 'EdgeConsoleRequestId');
    const headers = { etag: { value: 'x' } };
    const event = { context: { requestId: 'an-id' }, request: {}, response: { statusCode: 200, headers } };

    expect(runInNewContext(`${String(code)}; handler(event)`, { event })).toEqual({
      statusCode: 200,
      headers: { etag: { value: 'x' }, 'x-request-id': { value: 'an-id' } },
    });
    for (const { FunctionAssociations } of behaviours())
      expect(
        FunctionAssociations.map(({ EventType, FunctionARN }) => [EventType, readable(FunctionARN)]),
      ).toEqual([
        ['viewer-request', expect.stringContaining('ConsolePaths')],
        ['viewer-response', expect.stringContaining('ConsoleRequestId')],
      ]);
    expect((await fetch(`${service.url}/app`)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('have the same files at the same addresses', async () => {
    const assets = [...(await siteHere({ arePublicPagesShown: false })).keys()].filter((path) =>
      path.startsWith('/assets/'),
    );
    expect(assets.length).toBeGreaterThanOrEqual(4);

    for (const path of assets) {
      expect(atTheEdge('GET', path)).toMatchObject({ uri: path });
      const reply = await fetch(service.url + path);
      expect({
        type: reply.headers.get('content-type'),
        cache: reply.headers.get('cache-control'),
        body: await reply.text(),
      }).toEqual(objectAt(path));
    }
  });

  it('answer an unknown page of the documentation by themselves, a browser by a page', async () => {
    for (const accept of ['*/*', 'text/html,*/*;q=0.8']) {
      const edge = atTheEdge('GET', '/docs/nothing', { accept: { value: accept } });
      if (!edge || !('statusCode' in edge)) throw new Error('It would be asked of the bucket.');

      const reply = await fetch(`${service.url}/docs/nothing`, { headers: { accept } });

      expect([edge.statusCode, reply.status]).toEqual([404, 404]);
      for (const name of ['content-type', 'cache-control'])
        expect(reply.headers.get(name)).toBe(edge.headers[name]?.value);
      const text = await reply.text();
      if (accept === '*/*') expect(edge.body.data).toBe(text);
      else expect(linksIn(edge.body.data)).toEqual(linksIn(text));
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuse %s in the same words', async (method) => {
    for (const path of ['/', '/app/monitors', '/docs', '/docs/channels', '/assets/app.js']) {
      const edge = atTheEdge(method, path);
      if (!edge || !('statusCode' in edge))
        throw new Error(`${method} ${path} would be asked of the bucket.`);

      const reply = await fetch(service.url + path, { method });

      expect([edge.statusCode, edge.body.data]).toEqual([405, await reply.text()]);
      expect(reply.status).toBe(405);
      const { 'x-request-id': id, ...headers } = edge.headers;
      expect(id?.value).toBe('an-id-of-cloudfront');
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      for (const [name, { value }] of Object.entries(headers)) expect(reply.headers.get(name)).toBe(value);
    }
  });

  it('send the same security headers, and CloudFront HTTPS besides', async () => {
    const { 'strict-transport-security': hsts, ...headers } = headersAtTheEdge();
    const apiHost = 'https://HttpApi.execute-api.<Region>.<URLSuffix>';

    expect(hsts).toBe(SECURITY_HEADERS.always['strict-transport-security']);
    expect(Object.keys(headers).length).toBe(5);
    for (const path of [
      '/',
      '/app',
      '/docs/channels',
      ...[...(await siteHere({ arePublicPagesShown: false })).keys()].slice(-1),
    ]) {
      const reply = await fetch(service.url + path);
      for (const [name, value] of Object.entries(headers))
        expect([name, reply.headers.get(name)]).toEqual([name, value.replace(apiHost, service.url)]);
    }
  });
});

describe('the console at CloudFront', () => {
  it('is at its own paths only, those for strangers where their pages are on', () => {
    const pathsOf = (of: Synthesised) => behaviours(of).map(({ PathPattern }) => PathPattern);

    expect(pathsOf(stack)).toEqual([...documentPaths(false), '/assets/*']);
    expect(pathsOf(stack)).toEqual(expect.arrayContaining(['/', '/app', '/app/*']));
    expect(pathsOf(synthesised({ publicPages: 'on' }))).toEqual([...documentPaths(true), '/assets/*']);
  });

  it('is there in a private copy, and not without CloudFront', () => {
    const kept = { guests: 'off', signUp: 'closed', admins: 'a@b.org' } as const;
    const alone = synthesised({ cdn: false });

    expect(behaviours(synthesised(kept)).length).toBe(behaviours().length);
    expect(ofType(alone, 'AWS::S3::Bucket')).toEqual([]);
    expect(ofType(alone, 'Custom::CDKBucketDeployment')).toEqual([]);
  });

  it('is compressed, kept by its path alone for as long as each file says, and sent over HTTPS', () => {
    for (const one of behaviours()) {
      expect(one).toMatchObject({ Compress: true, ViewerProtocolPolicy: 'redirect-to-https' });
      expect(one.OriginRequestPolicyId).toBeUndefined();
      const policy = propertiesOf(stack, `${CLOUDFRONT}::CachePolicy`, readable(one.CachePolicyId));
      expect(policy['CachePolicyConfig']).toMatchObject({
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 31_536_000,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'none' },
          QueryStringsConfig: { QueryStringBehavior: 'none' },
          EnableAcceptEncodingGzip: true,
          EnableAcceptEncodingBrotli: true,
        },
      });
    }
  });

  it('lets the browser send test pings where jobs ping', () => {
    const own = synthesised({ ingestDomain: 'in.example.com', ingestCertificateArn: CERTIFICATE });
    const policy = propertiesOf(own, `${CLOUDFRONT}::ResponseHeadersPolicy`, 'EdgeConsole');

    expect(JSON.stringify(policy)).toContain("; connect-src 'self' https://in.example.com; ");
  });
});

const CERTIFICATE = 'arn:aws:acm:eu-west-1:111122223333:certificate/4f5a6b7c';

describe('the bucket of the console', () => {
  it('is private and encrypted, has no versions, and goes with the stack', () => {
    const [[, bucket] = []] = ofType(stack, 'AWS::S3::Bucket');

    expect(bucket?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    expect(bucket?.Properties).not.toHaveProperty('VersioningConfiguration');
    // A rule by age would also remove what nobody has changed since.
    expect(bucket?.Properties).not.toHaveProperty('LifecycleConfiguration');
    expect(bucket?.DeletionPolicy).toBe('Delete');
  });

  it('is read by this distribution alone, signed, over TLS', () => {
    const { PolicyDocument: document } = propertiesOf(stack, 'AWS::S3::BucketPolicy');
    const [plain, emptying, reading, ...more] = (document as { Statement: object[] }).Statement;

    expect(plain).toMatchObject({
      Effect: 'Deny',
      Action: 's3:*',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
    expect(readable((emptying as { Principal: { AWS: unknown } }).Principal.AWS)).toBe(
      'CustomS3AutoDeleteObjectsCustomResourceProviderRole',
    );
    expect(reading).toMatchObject({
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Action: ['s3:GetObject', 's3:ListBucket'],
    });
    const { Condition } = reading as { Condition: { StringEquals: Record<string, unknown> } };
    expect(readable(Condition.StringEquals['AWS:SourceArn'])).toBe(
      'arn:<Partition>:cloudfront::<AccountId>:distribution/EdgeDistribution',
    );
    expect(more).toEqual([]);
    expect(
      propertiesOf(stack, `${CLOUDFRONT}::OriginAccessControl`)['OriginAccessControlConfig'],
    ).toMatchObject({
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
      OriginAccessControlOriginType: 's3',
    });
    const [origin] = distribution(stack).Origins.filter(({ S3OriginConfig }) => S3OriginConfig !== undefined);
    expect(readable(origin?.OriginAccessControlId)).toBe('EdgeConsoleAccess.Id');
  });

  it('gets the documents last, when the files that they name and the functions are there, and loses nothing', () => {
    const puts = ofType(stack, 'Custom::CDKBucketDeployment');
    const last = puts.at(-1)?.[1].DependsOn ?? [];
    const functions = ofType(stack, 'AWS::Lambda::Function').filter(([id]) => !id.startsWith('Custom'));

    expect(puts.map(([id]) => id)).toEqual(
      folders.map(({ name }) => expect.stringMatching(`^ConsoleFiles${name}Custom`)),
    );
    expect(folders.map(({ name }) => name)).toEqual(expect.arrayContaining(['css', 'js']));
    expect(folders.at(-1)?.name).toBe('html');
    for (const [, { Properties }] of puts) {
      expect(Properties['Prune']).toBe(false);
      expect(Properties).not.toHaveProperty('RetainOnDelete');
    }
    expect(last).toEqual(expect.arrayContaining([puts.at(-2)?.[0], ...functions.map(([id]) => id)]));
  });

  it('is filled by one function of CDK, which may put files there and write its own log', () => {
    const { Policies: policies } = propertiesOf(stack, 'AWS::IAM::Role', 'ConsoleFilesRole');
    const granted = (policies as { PolicyDocument: unknown }[]).flatMap(({ PolicyDocument: document }) =>
      statementsOf(document),
    );
    const roles = ofType(stack, 'AWS::IAM::Policy').map(([, { Properties }]) =>
      readable(Properties['Roles']),
    );

    expect(ofType(stack, 'AWS::Lambda::LayerVersion').length).toBe(1);
    expect(granted.map((grant) => grant.replace(/ .*(Sub|assets).*/, ' CDK assets'))).toEqual([
      's3:GetObject CDK assets',
      's3:ListBucket EdgeConsoleBucket',
      's3:PutObject EdgeConsoleBucket/*',
      'logs:CreateLogStream ConsoleFilesLog',
      'logs:PutLogEvents ConsoleFilesLog',
    ]);
    expect(roles.filter((role) => role.startsWith('ConsoleFiles'))).toEqual([]);
    const [[, handler] = []] = ofType(stack, 'AWS::Lambda::Function').filter(([id]) =>
      id.startsWith('CustomCDKBucketDeployment'),
    );
    expect(readable(handler?.Properties['Role'])).toBe('ConsoleFilesRole');
  });
});
