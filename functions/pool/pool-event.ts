import * as z from 'zod';
import type { PoolMail } from '../../lib/domain/alerts/mail-caps.ts';

/** What the user pool tells, as far as it concerns the service. */
export type PoolEvent =
  | { kind: 'sign-up'; email: string }
  | ({ kind: 'code' } & PoolMail)
  | { kind: 'password-reset'; issuer: string; subject: string }
  | { kind: 'none' };

const trigger = z.object({
  triggerSource: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  request: z.object({ userAttributes: z.record(z.string(), z.unknown()) }),
});

/** People whose address was proved, or whom the operator made. What names no status is nobody that we know. */
const KNOWN: ReadonlySet<unknown> = new Set(['CONFIRMED', 'RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD']);

/** Reads an event of Cognito's triggers (version 1). Throws for what is none. */
export function poolEventOf(sent: unknown): PoolEvent {
  const { triggerSource, region, userPoolId, request } = trigger.parse(sent);
  const { email, sub, 'cognito:user_status': status } = request.userAttributes;
  switch (triggerSource) {
    case 'PreSignUp_SignUp':
      return { kind: 'sign-up', email: z.string().parse(email) };
    case 'PostConfirmation_ConfirmForgotPassword':
      return { kind: 'password-reset', issuer: issuerOf(region, userPoolId), subject: z.string().parse(sub) };
    // Counted as the sign-up before it; and what the operator has mailed by hand.
    case 'CustomMessage_SignUp':
    case 'CustomMessage_AdminCreateUser':
      return { kind: 'none' };
    case 'CustomMessage_ForgotPassword':
    case 'CustomMessage_Authentication':
      return { kind: 'code', address: z.string().parse(email), isProven: KNOWN.has(status) };
    default:
      // Repeats, and codes for an address that somebody changes to.
      if (triggerSource.startsWith('CustomMessage_'))
        return { kind: 'code', address: z.string().parse(email), isProven: false };
      // Whom the operator makes in the pool is wanted, and who comes from another provider is judged at the sign-in.
      return { kind: 'none' };
  }
}

/** As the pool names itself in its tokens. */
function issuerOf(region: string, userPoolId: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://cognito-idp.${region}.${suffix}/${userPoolId}`;
}
