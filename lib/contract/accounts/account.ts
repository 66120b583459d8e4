import * as z from 'zod';
import { THEMES } from '../../domain/accounts/profile.ts';
import { LIMITS } from '../../domain/limits.ts';
import { COOKIES } from '../cookies.ts';
import { field } from '../field.ts';
import { monitor } from '../monitors/monitor-output.ts';
import type { Operation } from '../operation.ts';
import { moved } from './claim.ts';

const ok = { json: z.strictObject({ ok: z.literal(true) }) };

const profile = z
  .strictObject({
    name: z.string(),
    locale: z.string().meta({ description: 'A language tag of BCP 47.' }),
    timeZone: z.string().meta({ description: 'An IANA time zone.' }),
    theme: z.enum(THEMES),
    revision: z.int().meta({ description: 'Raised by each change.' }),
  })
  .meta({ id: 'Profile' });

export const trial = z
  .strictObject({
    days: z.int(),
    active: z.boolean().meta({ description: 'It lifts the paywall now.' }),
    days_left: z.int().optional(),
    ends_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Null until it begins, with the first call as an owner.' }),
  })
  .meta({ id: 'Trial' });

const text = (rule: string) => field(z.string(), { code: 'invalid_profile', rule }).optional();

const profileChange = z.strictObject({
  name: text(`a text of up to ${LIMITS.nameMaxChars} characters without control or format characters`),
  locale: text('a language tag of BCP 47 such as en or pt-BR'),
  timeZone: text('an IANA time zone with a slash such as America/Sao_Paulo, or UTC'),
  theme: field(z.enum(THEMES), { code: 'invalid_profile', rule: `one of ${THEMES.join(', ')}` }).optional(),
  revision: field(z.int().min(1), {
    code: 'invalid_profile',
    rule: 'the revision of the profile that this change is based on',
  }),
});

/** What a person looks after its account by. */
const account = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    profile,
    trial,
    has_avatar: z.boolean().meta({ description: 'Whether there is a picture.' }),
    signed_in_at: z.iso.datetime().meta({ description: 'When the person last proved their identity.' }),
    second_factor: z.strictObject({
      shown: z.boolean().meta({ description: 'The session was started with one.' }),
      set_up_here: z.boolean().meta({
        description:
          'One is set up and removed by way of `/auth/login?enrol=1`; otherwise where the person signs in.',
      }),
      recovery_codes_left: z.int().nullable().meta({ description: 'Null where none were made.' }),
    }),
    passkeys_url: z.url().nullable().meta({
      description: 'Where a browser adds a passkey; null if unknown.',
    }),
    claimable: moved.nullable().meta({
      description: 'What a claim of the guest of this browser would move; null without such a guest.',
    }),
    kept_after_deletion: z.array(z.string()).meta({ description: 'What remains after deletion.' }),
  })
  .meta({ id: 'Account' });

const switched = (of: string) =>
  field(z.boolean(), { code: 'invalid_request', rule: 'true or false' }).meta({ description: of });

const wantedReports = z.strictObject({
  weekly: switched('Each Monday of the week before, Monday to Sunday.'),
  monthly: switched('On the first of a month, of the month before.'),
});

/** Which reports by mail somebody gets, and where. */
const reports = wantedReports
  .extend({
    to: z.string().meta({ description: 'The address of your account.' }),
    next_at: z.iso.datetime().nullable().meta({ description: 'When the next one is due.' }),
    stopped: z.enum(['bounced', 'complained']).nullable().meta({
      description: 'Why none is sent although they are on: mail bounced, or was reported as spam.',
    }),
  })
  .meta({ id: 'Reports' });

export type ReportsView = z.infer<typeof reports>;

const own = { area: 'account', tag: 'account', auth: 'session', status: 200, errors: [] } as const;
const avatar = { ...own, path: '/api/account/avatar' } as const;

const ofOrganization = {
  query: z.object({
    organization: z
      .string()
      .optional()
      .meta({ description: 'The id of an organization you are a member of; without it, your own.' }),
  }),
} as const;

/** SPEC.md "Account and session". */
export const accountOperations = {
  getBootstrap: {
    ...own,
    method: 'GET',
    path: '/api/auth/bootstrap',
    auth: 'none',
    summary: 'Gives a page of this service the CSRF token of its browser and session.',
    headers: ['origin', 'sec-fetch-site'],
    cookies: { reads: [COOKIES.browser, COOKIES.session], sets: [COOKIES.browser] },
    invalidInput: 'invalid_request',
    output: {
      json: z.strictObject({
        csrf: z.string().meta({ description: 'Send it as X-CSRF-Token with each write.' }),
        context: z.string().meta({
          description: 'Changes with who is signed in; also in X-MM-Context. Not a credential.',
        }),
      }),
    },
    errors: ['invalid_origin', 'auth_unavailable'],
  },
  getMe: {
    ...own,
    method: 'GET',
    path: '/api/me',
    summary: 'Shows who is signed in, with their monitors and trial.',
    output: {
      json: z.strictObject({
        user: z.strictObject({ id: z.string(), email: z.string() }),
        profile,
        endpoints: z.array(monitor),
        trial,
        next_cursor: z.string().optional().meta({
          description:
            'Present if there are more than 500 monitors: send it as `cursor` of GET /api/endpoints.',
        }),
      }),
    },
  },
  getAccount: {
    ...own,
    method: 'GET',
    path: '/api/account',
    summary: 'Shows your account: who you are, how you signed in, and what a claim would move.',
    cookies: { reads: [COOKIES.guest] },
    output: { json: z.strictObject({ account }) },
  },
  getProfile: {
    ...own,
    method: 'GET',
    path: '/api/account/profile',
    summary: 'Shows your profile.',
    output: { json: z.strictObject({ profile }) },
  },
  patchProfile: {
    ...own,
    method: 'PATCH',
    path: '/api/account/profile',
    summary: 'Changes the sent fields of your profile, if it still has the sent revision.',
    body: { json: profileChange },
    output: { json: z.strictObject({ profile }) },
    errors: ['invalid_profile', 'campo_desconhecido', 'profile_changed'],
  },
  getReports: {
    ...own,
    method: 'GET',
    path: '/api/account/reports',
    summary: "Shows which reports on your monitors, or an organization's, you get by e-mail.",
    ...ofOrganization,
    output: { json: z.strictObject({ reports }) },
    errors: ['organization_not_found'],
  },
  putReports: {
    ...own,
    method: 'PUT',
    path: '/api/account/reports',
    summary:
      "Sets which reports on your monitors, or an organization's, you get by e-mail: weekly, monthly, both or none.",
    ...ofOrganization,
    body: { json: wantedReports },
    invalidInput: 'invalid_request',
    output: { json: z.strictObject({ reports }) },
    errors: ['campo_desconhecido', 'organization_not_found'],
  },
  getAvatar: {
    ...avatar,
    method: 'GET',
    summary: 'Returns your picture.',
    output: { contentType: 'image/webp', binary: true },
    errors: ['not_found'],
  },
  putAvatar: {
    ...avatar,
    method: 'PUT',
    summary: 'Sets your picture, WebP of at most 64 KiB.',
    body: { raw: true },
    bodyMaxBytes: LIMITS.avatarMaxBytes,
    output: ok,
    errors: ['invalid_avatar'],
  },
  deleteAvatar: { ...avatar, method: 'DELETE', summary: 'Removes your picture.', output: ok },
} as const satisfies Record<string, Operation>;

export type AccountView = z.infer<typeof account>;
export type AccountProfileView = z.infer<typeof profile>;
export type TrialView = z.infer<typeof trial>;
