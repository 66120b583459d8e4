import type { Reply, TestService } from './service.ts';

/** What a program of Healthchecks asks with a key, at a version of its management API. */
export interface ChecksClient {
  key: string;
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Throws where it is refused. */
  create(spec?: object): Promise<Reply['json']>;
  /** The names of the checks that are listed, sorted. */
  names(query?: string): Promise<string[]>;
}

export function checksClient(service: TestService, key: string, version = 3): ChecksClient {
  const call: ChecksClient['call'] = (method, path, body) =>
    service.call(method, `/api/v${version}${path}`, {
      headers: { 'x-api-key': key },
      ...(body !== undefined && { body }),
    });
  return {
    key,
    call,
    create: async (spec = {}) => {
      const { status, text, json } = await call('POST', '/checks/', spec);
      if (status !== 201) throw new Error(`The check was not created: ${status} ${text}`);
      return json;
    },
    names: async (query = '') => {
      const { json } = await call('GET', `/checks/${query}`);
      return (json['checks'] as { name: string }[]).map(({ name }) => name).sort();
    },
  };
}

/** With the key of a new owner. */
export async function newChecksClient(service: TestService, version = 3): Promise<ChecksClient> {
  return checksClient(service, (await service.guest()).token, version);
}
