import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { signedIn } from '../support/accounts/session.ts';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const FILE = await readFile(new URL('../../docs/examples/terraform/monitors.tf', import.meta.url), 'utf8');

const service = shared(() => startTestService());

/** The text of a setting of the provider or the resource. */
function saidBy(name: string): string {
  const [, value] = new RegExp(`^ *"?${name}"? *= "?(.*?)"?$`, 'm').exec(FILE) ?? [];
  if (value === undefined) throw new Error(`The example says no ${name}.`);
  return value;
}

/** The objects of `locals`, which are JSON but for their signs of equality and their commas. */
function monitorsIn(): Record<string, object> {
  const [, block = ''] = /monitors = (\{[^]*?\n {2}\})\n\}/.exec(FILE) ?? [];
  const json = block.replaceAll(/" *= /g, '": ').replaceAll(/(["\d\]}])\n(?= *")/g, '$1,\n');
  return JSON.parse(json) as Record<string, object>;
}

/** The requests that the provider makes of the example, as its documentation says. */
function requestsOf(slug: string, key: string) {
  const headers = { 'X-Api-Key': key };
  expect([saidBy('X-Api-Key'), saidBy('Content-Type')]).toEqual(['var.rollcall_api_key', 'application/json']);
  const send = (method: string, path: string, body?: object) =>
    service.call(method, path.replace('${each.key}', slug), { headers, ...(body && { body }) });
  const one = (id: unknown) => `${saidBy('path')}/${String(id)}`;
  return {
    create: (body: object) => send(saidBy('create_method'), saidBy('create_path'), body),
    read: (id: unknown) => send('GET', one(id)),
    update: (body: object) => send('PUT', saidBy('update_path'), body),
    destroy: (id: unknown) => send('DELETE', one(id)),
  };
}

async function newKey(): Promise<string> {
  const person = await signedIn(service);
  const { json } = await person.call('POST', '/api/account/keys/create', {
    name: 'terraform',
    organizationId: null,
  });
  return String(json['secret']);
}

it('the requests of docs/examples/terraform make, read, change, remove and make again what it says', async () => {
  const key = await newKey();
  expect(Object.keys(monitorsIn())).toEqual(['nightly-backup', 'queue-worker']);

  for (const [slug, body] of Object.entries(monitorsIn())) {
    const { create, read, update, destroy } = requestsOf(slug, key);
    const made = await create(body);
    const { [saidBy('id_attribute')]: id } = made.json;
    // What the provider looks for changes in.
    expect([made.status, (await read(id)).json]).toEqual([201, expect.objectContaining(body)]);

    expect((await update({ ...body, grace_sec: undefined, tags: ['other'] })).json).toMatchObject({
      id,
      tags: ['other'],
    });
    expect((await destroy(id)).status).toBe(200);
    // Also where somebody else deleted it, in place of which it is made anew.
    expect([(await destroy(id)).status, (await read(id)).json['active']]).toEqual([200, false]);
    expect([(await create(body)).status, (await read(id)).json]).toEqual([
      201,
      expect.objectContaining({ ...body, active: true }),
    ]);
  }
});
