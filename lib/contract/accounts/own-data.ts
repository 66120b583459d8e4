import * as z from 'zod';
import { COOKIES } from '../cookies.ts';
import { field } from '../field.ts';
import type { Operation } from '../operation.ts';
import { cursor } from '../page.ts';

const anything = z.record(z.string(), z.unknown());
const own = { area: 'account', tag: 'account', auth: 'session', status: 200, errors: [] } as const;

const ok = z.strictObject({ ok: z.literal(true) });
const ends = { method: 'POST', hints: { destructive: true }, invalidInput: 'invalid_request' } as const;
const confirm = (what: string) => field(z.string(), { code: 'invalid_confirmation', rule: what });

/** One thing that is kept of a space, a monitor or a device. */
const record = z
  .strictObject({
    kind: z
      .string()
      .meta({ description: 'Such as monitor, event, output, change, incident, alert, device or reading.' }),
    of: z
      .string()
      .meta({ description: 'The id of the space, the monitor or the device that it belongs to.' }),
    key: z.string().meta({ description: 'What it is known by there.' }),
    data: anything,
  })
  .meta({ id: 'HeldRecord' });

const account = z
  .looseObject({ id: z.string(), email: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'HeldAccount' });

/** What is kept of an account, and its end (docs/privacy.md). */
export const ownDataOperations = {
  exportAccount: {
    ...own,
    method: 'GET',
    path: '/api/account/export',
    summary: 'Shows everything we keep of your account, one page per call: follow `next` until it is null.',
    query: z.object({ cursor }),
    errors: [],
    answersWith: { 'Content-Disposition': 'A browser keeps a page as a file, named by its day.' },
    output: {
      json: z.strictObject({
        generated_at: z.iso.datetime(),
        account: account.optional().meta({ description: 'On the first page.' }),
        records: z.array(record),
        next: z.string().nullable().meta({ description: 'The URL of the next page; null on the last.' }),
      }),
    },
  },
  deleteAccount: {
    ...own,
    ...ends,
    path: '/api/account/delete',
    summary:
      'Permanently deletes your account and everything in it; needs a sign-in within the last 5 minutes.',
    body: { json: z.strictObject({ confirm: confirm('the e-mail address of your account') }) },
    cookies: { sets: [COOKIES.session] },
    output: {
      json: ok.extend({
        logout: z.url().optional().meta({
          description: 'Visit it in this browser to end its session at the sign-in provider too.',
        }),
      }),
    },
    errors: ['invalid_confirmation', 'reauth_required', 'sole_owner'],
  },
  deleteOrganization: {
    ...own,
    ...ends,
    tag: 'organizations',
    path: '/api/organizations/:organization/delete',
    summary:
      'Permanently deletes an organization you own and everything in it; needs a sign-in within the last 5 minutes.',
    params: z.object({ organization: z.string() }),
    body: { json: z.strictObject({ confirm: confirm('the name of the organization') }) },
    output: { json: ok },
    errors: ['invalid_confirmation', 'reauth_required', 'organization_not_found', 'organization_forbidden'],
  },
} as const satisfies Record<string, Operation>;
