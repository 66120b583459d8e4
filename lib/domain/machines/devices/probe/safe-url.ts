const SAFE = /^https?:\/\/[A-Za-z0-9._~:/[\]?=%+-]+$/;

/** Throws for an address that a shell could read as more than an address, between quotes of either kind. */
export function refuseUnsafe(url: string): void {
  if (!SAFE.test(url)) throw new Error(`${url} is no plain address of http or https.`);
}
