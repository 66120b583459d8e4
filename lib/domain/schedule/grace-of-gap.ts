import { LIMITS } from '../limits.ts';

const GRACE_MAX_SEC = 3_600;
const SHARE_OF_GAP = 0.2;
const GRACE_STEP_SEC = 30;

/** How late a job may be that runs every so often, where nobody said it and no run was seen. */
export function graceOfGapSec(gapSec: number): number {
  const share = Math.min(GRACE_MAX_SEC, gapSec * SHARE_OF_GAP);
  return Math.max(LIMITS.graceDefaultSec, Math.floor(share / GRACE_STEP_SEC) * GRACE_STEP_SEC);
}
