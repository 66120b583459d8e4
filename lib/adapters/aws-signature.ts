import { createHash, createHmac } from 'node:crypto';
import type { Instant } from '../domain/instant.ts';

/** What the role of a function is known by; Lambda hands it over in the environment. */
export interface RoleCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

/** A POST to a service of AWS, without a query. */
export interface SignedPost {
  url: URL;
  body: string;
  service: string;
  region: string;
  /** @default JSON */
  contentType?: string;
  /** Others that are sent, in lower case. */
  headers?: Readonly<Record<string, string>>;
}

/** Where a service of AWS is called in a region. */
export function awsEndpoint(service: string, region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${service}.${region}.${suffix}`;
}

/**
 * The headers by which AWS knows who sends a POST; all of them are to be sent as they are.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function awsSignatureHeaders(
  { url, body, service, region, contentType = 'application/json', headers: others }: SignedPost,
  { accessKeyId, secretAccessKey, sessionToken }: RoleCredentials,
  now: Instant,
): Record<string, string> {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const sent = {
    ...others,
    'content-type': contentType,
    'x-amz-date': time,
    'x-amz-security-token': sessionToken,
  };
  const headers = Object.entries({ host: url.host, ...sent }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = headers.map(([name]) => name).join(';');
  const lines = headers.map(([name, value]) => `${name}:${value}\n`).join('');
  // What is encoded in the path is encoded once more.
  const path = url.pathname.split('/').map(encodeURIComponent).join('/');
  const request = ['POST', path, '', lines, names, sha256(body)].join('\n');
  const scope = [day, region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n');
  const key = scope.reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`));
  const signature = hmac(key, text).toString('hex');
  const credential = `Credential=${[accessKeyId, ...scope].join('/')}`;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
