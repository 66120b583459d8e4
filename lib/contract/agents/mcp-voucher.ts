/**
 * By which the function of agents vouches for who called it and that a call comes by way of it: HMAC by a key derived from
 * the service secret, so that nobody outside can write one.
 */
export const HOP_HEADER = 'x-rollcall-hop';

/** How old a voucher may be, or how far ahead of another clock. */
export const HOP_MAX_AGE_SEC = 30;
