/**
 * How the partition keys of each kind of item begin; one without a `#` is a single partition. What a function may touch
 * is granted by them (lib/areas).
 */
export const PARTITIONS = {
  guest: 'GUEST#',
  apiKey: 'KEY#',
  apiKeyRecords: 'KEYS#',
  session: 'SESSION#',
  identity: 'IDENTITY#',
  trial: 'TRIAL#',
  invited: 'INVITED#',
  login: 'LOGIN#',
  enrolment: 'ENROLMENT#',
  recovery: 'RECOVERY#',
  ingestKey: 'INGEST#',
  feedToken: 'FEED#',
  owner: 'OWNER#',
  avatar: 'AVATAR#',
  idempotency: 'IDEMPOTENCY#',
  space: 'SPACE#',
  address: 'ADDRESS#',
  mailCount: 'MAILS#',
  monitor: 'MON#',
  pace: 'PACE#',
  incidents: 'INCIDENTS#',
  checker: 'CHECKER',
  testSlots: 'TESTS',
  canary: 'CANARY',
  payment: 'PAY#',
  credit: 'CREDIT#',
  device: 'DEVICE#',
  symbol: 'SYMBOL#',
  inputCredential: 'INPUT#',
  readings: 'READINGS#',
  contact: 'CONTACT#',
  contactLine: 'LINE#',
  counts: 'COUNTS#',
  visitorSalt: 'SALT#',
  visitors: 'VISITORS#',
  browserErrors: 'ERRORS#',
  published: 'PUBLISHED',
  erasure: 'ERASURES',
} as const;

export type Partition = keyof typeof PARTITIONS;

/** Where all that is kept of a space, a monitor or a device lies, and the records of an owner's keys: queried when it is exported or erased. */
export const partitionOf = (
  of: 'space' | 'monitor' | 'device' | 'readings' | 'apiKeyRecords',
  id: string,
): string => PARTITIONS[of] + id;
