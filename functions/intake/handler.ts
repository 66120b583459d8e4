import { CALL_LIMITS } from '../../lib/adapters/call-limits.ts';
import { openSecret } from '../../lib/adapters/secrets.ts';
import { liveCore } from '../../lib/runtime/lambda/live-core.ts';
import { intakeHandler } from './intake.ts';

const core = liveCore(CALL_LIMITS.ping);
export const handler = intakeHandler({ ...core, secret: openSecret(core.config) });
