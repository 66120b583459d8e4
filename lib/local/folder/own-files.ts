import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a service keeps in its data folder, with what the engine and an atomic write have beside it. */
const OWN = /^(?:rollcall\.db.*|(?:clock|hold|issuer)\.json(?:\.new)?|mail\.jsonl(?:\.new)?|service-secret)$/;

/** They hold addresses and secrets, and earlier releases let everybody on the machine read some of them. */
export function closeToOthers(dir: string): void {
  for (const name of readdirSync(dir).filter((each) => OWN.test(each))) chmodSync(join(dir, name), 0o600);
}
