import * as z from 'zod';
import { TEMPLATE_TYPES } from '../../domain/alerts/sending/body-template.ts';
import { CHANNEL_KINDS } from '../../domain/alerts/sending/channel-kind.ts';
import { METHODS } from '../../domain/alerts/sending/sending.ts';
import { LIMITS } from '../../domain/limits.ts';
import { field } from '../field.ts';

const code = 'canal_invalido';
const template = () =>
  field(z.string().meta({ examples: ['{"title":"{{name}}","n":{{incident}}}'] }), {
    code,
    rule: `a body of up to ${LIMITS.channelBodyMaxChars} characters with fields such as {{name}}`,
  });

/** How a channel is sent to, as a caller says it; what is not sent stays, and null goes back to what it is by default. */
export const sendingFields = {
  kind: field(z.enum(CHANNEL_KINDS).meta({ examples: ['pagerduty'] }), {
    code,
    rule: 'a known kind; by default that of the url',
  }).optional(),
  key: field(z.string().meta({ examples: ['0123456789abcdef0123456789abcdef'] }), {
    code,
    rule: 'a text, the secret key of the kind',
    isSecret: true,
  }).nullish(),
  priority: field(z.int().meta({ examples: [5] }), {
    code,
    rule: 'a whole number, by the kind',
  }).nullish(),
  method: field(z.enum(METHODS), { code, rule: `one of ${METHODS.join(', ')}` }).optional(),
  headers: field(
    z.record(z.string(), z.string().nullable()).meta({ examples: [{ Authorization: 'Bearer abc' }] }),
    {
      code,
      rule: 'secret texts by name, or null to end one; others stay',
      isSecret: true,
    },
  ).nullish(),
  content_type: field(z.enum(TEMPLATE_TYPES), {
    code,
    rule: `one of ${TEMPLATE_TYPES.join(', ')}`,
  }).optional(),
  body_down: template().nullish(),
  body_up: template().nullish(),
};

/** The same as its owner sees it: of secrets only that they are set. */
export const sendingView = {
  kind: z.enum([...CHANNEL_KINDS, 'email', 'sms']),
  key_set: z.boolean(),
  priority: z.int().nullable(),
  method: z.enum(METHODS),
  headers_set: z.array(z.string()).meta({ description: 'The names of the extra headers.' }),
  content_type: z.enum(TEMPLATE_TYPES),
  body_down: z.string().nullable(),
  body_up: z.string().nullable(),
};

/** Which secrets a channel of a file has; themselves they are in no file. */
export const exportedSecrets = {
  key_set: z.boolean().optional(),
  headers_set: z.array(z.string()).max(LIMITS.channelHeadersMax).optional(),
};

/** The same in a file, where it is not as by default: without what is a secret. */
export const exportedSending = {
  ...exportedSecrets,
  kind: z.enum(CHANNEL_KINDS).optional(),
  priority: z.int().optional(),
  method: z.enum(METHODS).optional(),
  content_type: z.enum(TEMPLATE_TYPES).optional(),
  body_down: z.string().optional(),
  body_up: z.string().optional(),
};
