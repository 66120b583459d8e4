/**
 * Every number of the specification, once (SPEC.md "Limits"; DECISIONS.md where the specification is silent). Nobody who runs
 * a service changes one of them. What an operator chooses is a setting (lib/config/settings): prices and the free allowance
 * begin with those of lib/domain/billing/tariff.ts, mails an hour with `…PerHourDefault` below. Units are in the names.
 */
export const LIMITS = {
  /** Of one purchase of prepaid credit. */
  creditCentsMax: 10_000,
  nameMaxChars: 80,
  accountSpacesMax: 50,
  apiKeysMax: 10,
  apiKeyNameMaxChars: 60,
  revokedKeyRetentionDays: 90,
  endedKeysKept: 50,
  recentSignInSec: 300,
  organizationsPerAccountMax: 20,
  organizationMembersMax: 50,
  organizationInvitationsMax: 20,
  invitationDays: 7,
  invitationMailsPerDay: 20,
  intervalMinSec: 30,
  intervalMaxSec: 31_622_400,
  graceDefaultSec: 90,
  graceMinSec: 30,
  graceMaxSec: 86_400,
  maxDurationMinSec: 60,
  maxDurationMaxSec: 86_400,
  alertRepeatMinSec: 3_600,
  alertRepeatMaxSec: 2_592_000,
  alertRepeatDefaultSec: 86_400,
  alertAfterFailuresMax: 10,
  realertEverySec: 3_600,
  realertHourlyForSec: 86_400,
  pauseMaxSec: 30 * 86_400,
  occurrenceSearchDays: 366,
  previewedRuns: 10,
  tagsMax: 8,
  channelsMax: 10,
  /** Between two times that a channel is told all that is open. */
  openToldGapSec: 1_800,
  channelHeadersMax: 10,
  /** Of names and values together; ten channels are one read. */
  channelHeadersMaxChars: 2_000,
  channelBodyMaxChars: 2_000,
  channelBodyFieldsMax: 40,
  maintenanceWindowsMax: 20,
  statusPagesMax: 20,
  pageNoteMaxChars: 1_000,
  pageAddressMaxChars: 40,
  maintenanceMaxSec: 7 * 86_400,
  channelNameMaxChars: 60,
  tagMaxChars: 32,
  ridMaxChars: 64,
  slugMaxChars: 40,
  /** Of Healthchecks, as there. */
  checkSlugMaxChars: 100,
  /** One of each project of Healthchecks. */
  pingKeysMax: 10,
  /** Of slugs that an import tells. */
  listedSlugsMax: 100,
  openRunsMax: 20,
  endedRunsMax: 5,
  /** How long behind the end of its run a start may come. */
  lateStartMs: 30_000,
  pendingOutcomesMax: 20,
  exitCodeMax: 255,
  eventsDefault: 100,
  eventsMax: 500,
  /** A reply of Lambda holds 6 MB: some thousand of the largest monitors. */
  monitorsPageMax: 500,
  incidentsLookedAtMax: 500,
  /** A page of a day reads less than a list of 500 monitors: each of its jobs is two queries. */
  dayMonitorsMax: 100,
  dayEventsMax: 60,
  /** Of one look at a status page. */
  pageIncidentsReadMax: 1_000,
  statsMonths: 13,
  statsDays: 90,
  /** Of the days that are rolled up together: some MB of a job that pings every few seconds. */
  rollUpEventsMax: 10_000,
  /** Of one day of a monitor: one a second. */
  countedEventsMax: 100_000,
  eventRetentionDays: 90,
  changeRetentionDays: 90,
  inactiveRetentionDays: 30,
  /** Thirteen months and some days: what a year's statistics are made of. */
  incidentRetentionDays: 400,
  slugIntervalDefaultSec: 86_400,
  crontabMaxLines: 1_000,
  importMaxMonitors: 5_000,
  /** Their tokens are short, and an import says which are somebody's: no faster than pings would. */
  importMaxSnitches: 100,
  /** Of a configuration in YAML, which takes longer to read than JSON. */
  yamlMaxChars: 100_000,
  /** With its quotes escaped it still fits the 6 MB of a Lambda event. */
  importMaxBytes: 4_000_000,
  ingestBodyReadBytes: 100_000,
  jsonBodyMaxBytes: 256_000,
  idempotencyKeyHours: 24,
  checkEverySec: 300,
  canaryEverySec: 60,
  blindDelayMaxSec: 3_600,
  alertHoldMaxSec: 3_600,
  outputKeptBytes: 10_000,
  /** Kept of one monitor; a turn from well to failing, or back, has as many besides. */
  eventsPerMin: 60,
  outputsPerMin: 6,
  /** Outputs of failures, those of others among them. */
  failureOutputsPerMin: 18,
  deliveryTimeoutMs: 10_000,
  alertAttemptsMax: 20,
  deliveryRetryDelaysSec: [60, 300, 900, 3_600],
  freeMonitors: 10,
  unpaidMonitorsMax: 10_000,
  freeIntervalMinSec: 90,
  freeEmailAlerts: 1,
  trialDays: 90,
  devicesMax: 25,
  deviceNameMaxChars: 60,
  deviceGroupMaxChars: 40,
  /** Twice what a name and a group of emoji take, all of them escaped. */
  deviceBodyMaxBytes: 4_096,
  reportOpenMinutes: 60,
  reportMaxBytes: 8_192,
  reportOutputsMax: 10,
  reportOutputMaxChars: 4_096,
  collectionsMax: 200,
  collectionsPerCall: 8,
  seriesDefault: 60,
  seriesMax: 500,
  /** Readings come each minute, and what was read is used again for as long. */
  seriesPollSec: 60,
  /** While a new series is empty. */
  newSeriesPollSec: 5,
  seriesNewForSec: 60,
  /** Of an answer as Lambda counts it, a string of JSON in JSON; it takes 6 MB. */
  seriesReplyMaxBytes: 4_900_000,
  readingMaxBytes: 65_536,
  /** So that 500 of them fit the one megabyte of a query. */
  readingItemMaxBytes: 2_000,
  readingRetentionDays: 30,
  readingMinGapSec: 10,
  inputMaxBytes: 1_000_000,
  /** Agents send several requests a minute, at once: batches, and shards of a queue. */
  inputBurst: 20,
  inputMinGapSec: 2,
  watchedMoveSec: 300,
  thresholdsPerDeviceMax: 10,
  /** Three moves: two may be missed before it is late. */
  watchedIntervalSec: 900,
  avatarMaxBytes: 65_536,
  unansweredAddressesMax: 5,
  consentMailsPerAskerDay: 2,
  consentMailsPerMailboxDay: 3,
  consentMailsPerDomainHour: 20,
  guestConsentMailsPerHourDefault: 100,
  signUpMailsPerMailboxDay: 5,
  signUpMailsPerDomainHour: 20,
  signUpMailsPerHourDefault: 100,
  /** What people who are known have of codes: so many times what sign-ups have. */
  codeMailsFactor: 10,
  accountConsentMailsPerHour: 20,
  // Each costs whoever runs the service some cents.
  textsPerNumberDay: 30,
  textsPerOwnerDay: 100,
  contactGapSec: 10,
  /** As long as the queue can hold a message back: 90 messages of one network. */
  contactWaitMaxSec: 900,
  contactPerHour: 60,
  contactBacklogHours: 24,
  contactKeptDays: 30,
  contactMessageMaxChars: 5_000,
  contactLineMaxChars: 200,
  contactPlacementsMax: 6,
  /** A message of emoji, all of them escaped. */
  contactBodyMaxBytes: 65_536,
  /** What was counted on a day: a year of it is published. */
  countsKeptDays: 400,
  metricsDays: 7,
  publicDays: 31,
  /** Of what the operator sees: a year of whole days. */
  operatorDays: 366,
  statisticsStaleHours: 26,
  statisticsKeptSec: 900,
  panelSourcesMax: 20,
  panelSourceMaxBytes: 256_000,
  visitPathMaxChars: 500,
  visitBodyMaxBytes: 2_048,
  /** Of one network, which is all that it can add to the table in a day: one item. */
  visitorsPerNetworkDay: 64,
} as const;
