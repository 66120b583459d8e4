import { describe, expect, it } from 'vitest';
import { base32, isTotp, totpAt } from '../../../../lib/local/issuer/authenticators.ts';
import { totpOf } from '../../../support/accounts/totp.ts';

const KEY = Buffer.from('12345678901234567890');

describe('the code of an authenticator', () => {
  // RFC 6238, appendix B, the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d is %s', (atSec, code) => {
    expect(totpAt(KEY, atSec)).toBe(code);
    expect(totpOf(base32(KEY), atSec)).toBe(code);
  });

  it('holds for a step before and after, and no longer', () => {
    const code = totpAt(KEY, 600);

    expect([570, 600, 659].map((atSec) => isTotp(KEY, code, atSec))).toEqual([true, true, true]);
    expect([539, 660].map((atSec) => isTotp(KEY, code, atSec))).toEqual([false, false]);
  });

  it('has a key in base32', () => {
    expect(base32(KEY)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  });
});
